import { askProvider } from '@rts/outside/call'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import {
  answered,
  type Engine,
  type EngineDeps,
  type EngineModels,
  type EngineSettings,
  heldUsd,
  maxOfAnswer,
  type PromptQuery,
} from './engine.ts'

const source = 'anthropic'

/** platform.claude.com/docs/en/models. A prompt of Haiku's above 100,000 tokens costs five times as much; 10 USD a thousand searches. */
export const anthropicModels: EngineModels = {
  preferred: 'claude-sonnet-5-5',
  asOf: '2026-10-24',
  prices: {
    'claude-opus-5-5': { input: 4, output: 20, search: 0.01 },
    'claude-sonnet-5-5': { input: 2, output: 10, search: 0.01 },
    'claude-haiku-5-5': { input: 0.1, output: 0.5, search: 0.01, long: { above: 100_000, input: 0.5, output: 2.5 } },
  },
}
/** Complete answers; any other stop reason means a part or a refusal. */
const wholeReasons = ['end_turn', 'stop_sequence']
/** Continuations of a paused answer. */
const maxPauses = 4

const citation = z.looseObject({ url: z.string().nullish(), title: z.string().nullish() })
const block = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  citations: z.array(citation).nullish(),
  content: z.unknown().optional(),
})
const bodySchema = z.looseObject({
  model: z.string().nullish(),
  stop_reason: z.string().nullish(),
  content: z.array(block),
  usage: z
    .looseObject({
      input_tokens: z.number().nullish(),
      output_tokens: z.number().nullish(),
      server_tool_use: z.looseObject({ web_search_requests: z.number().nullish() }).nullish(),
    })
    .nullish(),
})
type Turn = z.output<typeof bodySchema>
const searchError = z.looseObject({ type: z.literal('web_search_tool_result_error'), error_code: z.string() })

const refusalSchema = z.looseObject({ error: z.looseObject({ message: z.string() }) })

/** An empty balance is a 400; only its text differs. */
function kindOfRefusal({ body }: { body: unknown }): FailureKind | null {
  const parsed = refusalSchema.safeParse(body)
  return parsed.success && /credit balance/i.test(parsed.data.error.message) ? 'quota' : null
}

function requestOf({ prompt, country }: PromptQuery, model: string, said: unknown[]) {
  const user_location = { type: 'approximate', country: country.toUpperCase() }
  const messages = [{ role: 'user', content: prompt }, ...said]
  // Newer tool versions search from code by default: dearer, fewer citations.
  const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: maxOfAnswer.searches, user_location }]
  return { model, max_tokens: maxOfAnswer.outputTokens, messages, tools }
}

/** Search errors arrive with status 200; null if any search worked. */
function searchFailure(blocks: Turn['content']): Failure | null {
  const results = blocks.filter(({ type }) => type === 'web_search_tool_result').map(({ content }) => content)
  const errors = results.flatMap((content) => {
    const parsed = searchError.safeParse(content)
    return parsed.success ? [parsed.data.error_code] : []
  })
  if (errors.length === 0 || errors.length < results.length) return null
  return failed(source, errors.includes('too_many_requests') ? 'rate' : 'upstream', { billed: true })
}

function sum(values: (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === 'number')
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

export function createAnthropic(settings: EngineSettings, deps: EngineDeps): Engine {
  function turn(query: PromptQuery, said: unknown[], signal?: AbortSignal) {
    const request = {
      provider: source,
      url: `${settings.baseUrl}/v1/messages`,
      headers: { 'x-api-key': settings.key ?? '', 'anthropic-version': '2023-06-01' },
      json: requestOf(query, settings.model, said),
      signal,
    }
    return askProvider(deps.http, request, bodySchema, kindOfRefusal)
  }

  /** Turns until complete; each sends back the results so far. */
  async function turns(query: PromptQuery, signal?: AbortSignal): Promise<Turn[] | Failure> {
    const all: Turn[] = []
    const said: unknown[] = []
    for (let pauses = 0; ; pauses++) {
      const next = await turn(query, said, signal)
      if (!next.ok) return { ...next, billed: next.billed || pauses > 0 }
      all.push(next.body)
      if (next.body.stop_reason !== 'pause_turn') return all
      if (pauses === maxPauses) return failed(source, 'timeout', { billed: true })
      said.push({ role: 'assistant', content: next.body.content })
    }
  }

  return {
    source,
    priceUsd: () => heldUsd(settings),
    async ask(query, signal) {
      const all = await turns(query, signal)
      if (!Array.isArray(all)) return all
      const last = all.at(-1)
      if (last?.stop_reason && !wholeReasons.includes(last.stop_reason))
        return failed(source, 'upstream', { billed: true })
      const blocks = all.flatMap(({ content }) => content)
      const failure = searchFailure(blocks)
      if (failure) return failure
      const texts = blocks.filter(({ type }) => type === 'text')
      const searches = sum(all.map(({ usage }) => usage?.server_tool_use?.web_search_requests)) ?? 0
      return answered(source, settings, deps, {
        text: texts.map(({ text }) => text ?? '').join(''),
        citations: texts
          .flatMap(({ citations }) => citations ?? [])
          .flatMap(({ url, title }) => (url ? [{ url, title: title ?? null }] : [])),
        model: last?.model ?? settings.model,
        searched: searches > 0,
        usage: {
          inputTokens: sum(all.map(({ usage }) => usage?.input_tokens)),
          outputTokens: sum(all.map(({ usage }) => usage?.output_tokens)),
          searches,
        },
      })
    },
  }
}
