import { askProvider, type Meaning } from '@rts/outside/call'
import { googleRefusal } from '@rts/outside/google-refusal'
import { failed } from '@rts/shared/failure'
import { z } from 'zod'
import { answered, type Engine, type EngineDeps, type EngineModels, type EngineSettings, heldUsd } from './engine.ts'

const source = 'gemini'

/** ai.google.dev/gemini-api/docs/pricing: 3.8 Flash doubles on 1 January 2027. 5,000 searches a month are free, then 14 USD a thousand. */
export const geminiModels: EngineModels = {
  preferred: 'gemini-3.8-flash',
  asOf: '2026-10-07',
  prices: {
    'gemini-3.8-flash': { input: 0.75, output: 3.75, search: 0.014 },
    'gemini-3.5-flash-lite': { input: 0.3, output: 2.5, search: 0.014 },
  },
}

const part = z.looseObject({ text: z.string().nullish(), thought: z.boolean().nullish() })
const chunk = z.looseObject({ web: z.looseObject({ uri: z.string(), title: z.string().nullish() }).nullish() })
const candidate = z.looseObject({
  finishReason: z.string().nullish(),
  content: z.looseObject({ parts: z.array(part).nullish() }).nullish(),
  groundingMetadata: z
    .looseObject({ webSearchQueries: z.array(z.string()).nullish(), groundingChunks: z.array(chunk).nullish() })
    .nullish(),
})
const bodySchema = z.looseObject({
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  candidates: z.array(candidate).nullish(),
  modelVersion: z.string().nullish(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: z.number().nullish(),
      candidatesTokenCount: z.number().nullish(),
      thoughtsTokenCount: z.number().nullish(),
    })
    .nullish(),
})

/** Waits for the minute's limit per answer, and the longest of them. */
const maxWaits = 3
const longestWaitMs = 60_000

/** A 429 names its quota; daily ones reset at midnight in California (ai.google.dev, "Rate limits"). 400: wrong key. */
function meaningOf(now: Date): (refusal: { status: number; body: unknown }) => Meaning {
  return ({ status, body }) => {
    const { message, quotaIds, retryAfterSeconds } = googleRefusal(body)
    if (/api key not valid/i.test(message)) return 'auth'
    if (status !== 429) return null
    if (quotaIds.some((id) => id.includes('PerDay'))) return { kind: 'rate', retryAfterSeconds: untilReset(now) }
    if (quotaIds.length > 0 || retryAfterSeconds !== null) return { kind: 'rate', retryAfterSeconds }
    return /exceeded your current quota/i.test(message) ? 'quota' : null
  }
}

const clockThere = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  timeStyle: 'medium',
})

/** To midnight in California, in seconds; an hour off on the two clock changes. */
function untilReset(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = clockThere.format(now).split(':').map(Number)
  return 86_400 - (hours * 60 + minutes) * 60 - seconds
}

/** Gemini with Google Search. Citations are redirects with the host as title. */
export function createGemini(settings: EngineSettings, deps: EngineDeps): Engine {
  const { http, clock, wait } = deps
  let restUntil = 0

  /** Calls of a process pause together: short pauses wait, long ones fail with their end. */
  async function asked(request: Parameters<typeof askProvider>[1], signal?: AbortSignal) {
    for (let waits = 0; ; waits++) {
      const leftMs = restUntil - clock.now().getTime()
      if (leftMs > longestWaitMs)
        return failed(source, 'rate', { retryAfterSeconds: Math.ceil(leftMs / 1_000), asked: false })
      if (leftMs > 0) await wait(leftMs, signal)
      const answer = await askProvider(http, request, bodySchema, meaningOf(clock.now()))
      if (answer.ok || answer.kind !== 'rate') return answer
      const restMs = answer.retryAfterSeconds === null ? longestWaitMs : answer.retryAfterSeconds * 1_000
      restUntil = Math.max(restUntil, clock.now().getTime() + restMs)
      if (restMs > longestWaitMs || waits === maxWaits || signal?.aborted) return answer
    }
  }

  return {
    source,
    priceUsd: () => heldUsd(settings),
    async ask({ prompt }, signal) {
      const request = {
        provider: source,
        url: `${settings.baseUrl}/v1beta/models/${encodeURIComponent(settings.model)}:generateContent`,
        headers: { 'x-goog-api-key': settings.key ?? '' },
        json: { contents: [{ role: 'user', parts: [{ text: prompt }] }], tools: [{ google_search: {} }] },
        signal,
      }
      const answer = await asked(request, signal)
      if (!answer.ok) return answer
      const { candidates, promptFeedback, modelVersion, usageMetadata: usage } = answer.body
      const [first] = candidates ?? []
      // Blocked, cut and unsafe answers do not count.
      if (promptFeedback?.blockReason || !first || (first.finishReason && first.finishReason !== 'STOP'))
        return failed(source, 'upstream', { billed: true })
      const grounding = first.groundingMetadata
      // Each query is charged.
      const searches = grounding?.webSearchQueries?.length ?? 0
      const written = usage?.candidatesTokenCount
      return answered(source, settings, deps, {
        text: (first.content?.parts ?? []).map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
        citations: (grounding?.groundingChunks ?? []).flatMap(({ web }) =>
          web ? [{ url: web.uri, title: web.title ?? null }] : [],
        ),
        model: modelVersion ?? settings.model,
        searched: searches > 0,
        usage: {
          inputTokens: usage?.promptTokenCount ?? null,
          outputTokens: typeof written === 'number' ? written + (usage?.thoughtsTokenCount ?? 0) : null,
          searches,
        },
      })
    },
  }
}
