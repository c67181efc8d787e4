import { askProvider } from '@rts/outside/call'
import { type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import {
  answered,
  type Engine,
  type EngineDeps,
  type EngineModels,
  type EnginePrice,
  type EngineSettings,
  heldUsd,
  maxOfAnswer,
} from './engine.ts'

const source = 'openai'

/** developers.openai.com/api/docs/pricing. 10 USD per 1,000 searches. Above 272,000 tokens read all cost at most twice. */
export const openaiModels: EngineModels = {
  preferred: 'gpt-6.1-terra',
  asOf: '2026-10-26',
  prices: {
    'gpt-6.1-sol': withLong({ input: 2, output: 10, search: 0.01 }),
    'gpt-6.1-terra': withLong({ input: 1, output: 5, search: 0.01 }),
    'gpt-6-luna': withLong({ input: 0.1, output: 0.5, search: 0.01 }),
  },
}

function withLong(price: { input: number; output: number; search: number }): NonNullable<EnginePrice> {
  return { ...price, long: { above: 272_000, input: 2 * price.input, output: 2 * price.output } }
}

const annotation = z.looseObject({ type: z.string(), url: z.string().nullish(), title: z.string().nullish() })
const part = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  annotations: z.array(annotation).nullish(),
})
const item = z.looseObject({
  type: z.string(),
  status: z.string().nullish(),
  content: z.array(part).nullish().catch(null),
})
const bodySchema = z.looseObject({
  status: z.string().nullish(),
  model: z.string().nullish(),
  error: z.unknown().optional(),
  output: z.array(item),
  usage: z.looseObject({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
})
const refusalSchema = z.looseObject({ error: z.looseObject({ code: z.string().nullish() }) })

/** An empty balance is a 429; only its code differs. */
function kindOfRefusal({ body }: { body: unknown }): FailureKind | null {
  const parsed = refusalSchema.safeParse(body)
  return parsed.success && parsed.data.error.code === 'insufficient_quota' ? 'quota' : null
}

function requestOf({ prompt, country }: { prompt: string; country: string }, model: string) {
  const user_location = { type: 'approximate', country: country.toUpperCase() }
  return {
    model,
    input: prompt,
    tools: [{ type: 'web_search', user_location }],
    // By default it often answers from memory.
    tool_choice: 'required',
    include: ['web_search_call.action.sources'],
    store: false,
    max_output_tokens: maxOfAnswer.outputTokens,
    max_tool_calls: maxOfAnswer.searches,
  }
}

/** Without OpenAI's utm mark. */
function withoutMark(url: string): string {
  return url.replace(/[?&]utm_source=openai(?=$|#)/, '').replace(/([?&])utm_source=openai&/, '$1')
}

export function createOpenai(settings: EngineSettings, deps: EngineDeps): Engine {
  return {
    source,
    priceUsd: () => heldUsd(settings),
    async ask(query, signal) {
      const request = {
        provider: source,
        url: `${settings.baseUrl}/v1/responses`,
        headers: { authorization: `Bearer ${settings.key ?? ''}` },
        json: requestOf(query, settings.model),
        signal,
      }
      const answer = await askProvider(deps.http, request, bodySchema, kindOfRefusal)
      if (!answer.ok) return answer
      const { status, error, output, model, usage } = answer.body
      // A cut answer would count as not naming the site.
      if (error || (status && status !== 'completed')) return failed(source, 'upstream', { billed: true })
      const messages = output.filter(({ type }) => type === 'message')
      const parts = messages.flatMap(({ content }) => content ?? [])
      if (messages.some((each) => each.status === 'incomplete') || parts.some(({ type }) => type === 'refusal'))
        return failed(source, 'upstream', { billed: true })
      const texts = parts.filter(({ type }) => type === 'output_text')
      const searches = output.filter(({ type }) => type === 'web_search_call').length
      return answered(source, settings, deps, {
        text: texts.map(({ text }) => text ?? '').join(''),
        citations: texts
          .flatMap(({ annotations }) => annotations ?? [])
          .flatMap(({ type, url, title }) =>
            type === 'url_citation' && url ? [{ url: withoutMark(url), title: title ?? null }] : [],
          ),
        model: model ?? settings.model,
        searched: searches > 0,
        usage: { inputTokens: usage?.input_tokens ?? null, outputTokens: usage?.output_tokens ?? null, searches },
      })
    },
  }
}
