import { callProvider } from '@rts/outside/call'
import { failed } from '@rts/shared/failure'
import { z } from 'zod'
import type { Citation } from '../../domain/ai/citations.ts'
import { answered, type Engine, type EngineDeps, type EngineSettings } from './engine.ts'

const source = 'compatible'

const link = z.looseObject({ url: z.string(), title: z.string().nullish() })
/** Engines write one in several ways: an address alone, a result, or an annotation around it. */
const anyLink = z.union([
  z.string().transform((url): Citation => ({ url, title: null })),
  link.transform(({ url, title }): Citation => ({ url, title: title ?? null })),
  z
    .looseObject({ url_citation: link })
    .transform(({ url_citation: { url, title } }): Citation => ({ url, title: title ?? null })),
])
/** A list that cannot be read must not cost the answer. */
const links = z.array(anyLink.nullable().catch(null)).nullish().catch(null)
const textPart = z.looseObject({ text: z.string().nullish() }).transform(({ text }) => text ?? '')
const message = z.looseObject({
  content: z.union([z.string(), z.array(textPart).transform((parts) => parts.join(''))]).nullish(),
  annotations: links,
})
const bodySchema = z.looseObject({
  model: z.string().nullish(),
  choices: z.array(z.looseObject({ finish_reason: z.string().nullish(), message })).min(1),
  citations: links,
  search_results: links,
  usage: z.looseObject({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
})

/** Any engine that speaks OpenAI's chat completions. Nothing says whether it looked the web up. */
export function createCompatible(settings: EngineSettings, deps: EngineDeps): Engine {
  return {
    source,
    priceUsd: () => settings.mostUsd,
    async ask({ prompt }, signal) {
      const request = {
        provider: source,
        url: `${settings.baseUrl}/chat/completions`,
        headers: settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` },
        json: { model: settings.model, messages: [{ role: 'user', content: prompt }] },
        ...(signal && { signal }),
      }
      const answer = await callProvider(deps.http, request)
      if (!answer.ok) return answer
      const parsed = bodySchema.safeParse(answer.body)
      const [choice] = parsed.data?.choices ?? []
      if (!parsed.success || !choice) return failed(source, 'parse')
      const { citations, search_results, model, usage } = parsed.data
      if (choice.finish_reason === 'length' || choice.finish_reason === 'content_filter')
        return failed(source, 'upstream', { billed: true })
      const given = [citations, search_results, choice.message.annotations].find((list) => list && list.length > 0)
      return answered(source, settings, deps, {
        text: choice.message.content ?? '',
        citations: (given ?? []).filter((each) => each !== null),
        model: model ?? settings.model,
        searched: false,
        usage: {
          inputTokens: usage?.prompt_tokens ?? null,
          outputTokens: usage?.completion_tokens ?? null,
          searches: 0,
        },
      })
    },
  }
}
