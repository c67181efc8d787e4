import { askProvider } from '@rts/outside/call'
import { failed } from '@rts/shared/failure'
import { z } from 'zod'
import { answered, type Engine, type EngineDeps, type EngineModels, type EngineSettings, heldUsd } from './engine.ts'

const source = 'perplexity'

/** docs.perplexity.ai/docs/agent-api/models; search: getting-started/pricing. Answers include their cost. */
export const perplexityModels: EngineModels = {
  preferred: 'perplexity/sonar',
  asOf: '2026-10-07',
  prices: { 'perplexity/sonar': { input: 0.25, output: 2.5, search: 0.0025 } },
}
const presets = ['fast', 'low', 'medium', 'high', 'xhigh']

const link = z.looseObject({ url: z.string().nullish(), title: z.string().nullish() })
const part = z.looseObject({
  type: z.string().nullish(),
  text: z.string().nullish(),
  annotations: z.array(link).nullish(),
})
const item = z.looseObject({
  type: z.string(),
  results: z.array(link).nullish(),
  content: z.array(part).nullish().catch(null),
})
const usd = z.number().nonnegative()
const bodySchema = z.looseObject({
  status: z.string().nullish(),
  model: z.string().nullish(),
  output: z.array(item),
  usage: z
    .looseObject({
      input_tokens: z.number().nullish(),
      output_tokens: z.number().nullish(),
      /** USD: a number, or parts with a total. */
      cost: z
        .union([usd, z.looseObject({ total_cost: usd }).transform(({ total_cost }) => total_cost)])
        .nullish()
        .catch(null),
    })
    .nullish(),
})

/** Perplexity's Responses API; it rejects unknown fields. */
export function createPerplexity(settings: EngineSettings, deps: EngineDeps): Engine {
  const model = presets.includes(settings.model) ? { preset: settings.model } : { model: settings.model }
  return {
    source,
    priceUsd: () => heldUsd(settings),
    async ask({ prompt, country }, signal) {
      const user_location = { country: country.toUpperCase() }
      const request = {
        provider: source,
        url: `${settings.baseUrl}/v1/responses`,
        headers: { authorization: `Bearer ${settings.key ?? ''}` },
        json: { ...model, input: prompt, tools: [{ type: 'web_search', user_location }] },
        signal,
      }
      const answer = await askProvider(deps.http, request, bodySchema)
      if (!answer.ok) return answer
      const { status, output, usage } = answer.body
      if (status && status !== 'completed') return failed(source, 'upstream', { billed: true })
      const searches = output.filter(({ type }) => type === 'search_results')
      const parts = output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []))
      const annotated = parts.flatMap(({ annotations }) => annotations ?? [])
      // Without annotations, numbers in the text index the results.
      const links = annotated.length > 0 ? annotated : searches.flatMap(({ results }) => results ?? [])
      return answered(source, settings, deps, {
        text: parts.map(({ text }) => text ?? '').join(''),
        citations: links.flatMap(({ url, title }) => (url ? [{ url, title: title ?? null }] : [])),
        model: answer.body.model ?? settings.model,
        searched: searches.length > 0,
        costUsd: usage?.cost ?? undefined,
        usage: {
          inputTokens: usage?.input_tokens ?? null,
          outputTokens: usage?.output_tokens ?? null,
          searches: searches.length,
        },
      })
    },
  }
}
