import { askChat } from '@rts/outside/chat'
import { failed } from '@rts/shared/failure'
import { z } from 'zod'
import type { Citation } from '../rules/citations.ts'
import { answered, type Engine, type EngineDeps, type EngineSettings, heldUsd } from './engine.ts'

const source = 'compatible'

const link = z.looseObject({ url: z.string(), title: z.string().nullish() })
const anyLink = z.union([
  z.string().transform((url): Citation => ({ url, title: null })),
  link.transform(({ url, title }): Citation => ({ url, title: title ?? null })),
  z
    .looseObject({ url_citation: link })
    .transform(({ url_citation: { url, title } }): Citation => ({ url, title: title ?? null })),
])
/** An unreadable list must not lose the answer. */
const links = z.array(anyLink.nullable().catch(null)).nullish().catch(null)

/** Any OpenAI-compatible chat API; whether it searched stays unknown. */
export function createCompatible(settings: EngineSettings, deps: EngineDeps): Engine {
  return {
    source,
    priceUsd: () => heldUsd(settings),
    async ask({ prompt }, signal) {
      const answer = await askChat(deps.http, { source, ...settings }, [{ role: 'user', content: prompt }], signal)
      if (!answer.ok) return answer
      const { text, model, inputTokens, outputTokens, body, message } = answer
      if (answer.isCut) return failed(source, 'upstream', { billed: true })
      const lists = [body.citations, body.search_results, message.annotations].map((list) => links.parse(list))
      const given = lists.find((list) => list && list.length > 0) ?? []
      return answered(source, settings, deps, {
        text,
        citations: given.filter((each) => each !== null),
        model,
        searched: false,
        usage: { inputTokens, outputTokens, searches: 0 },
      })
    },
  }
}
