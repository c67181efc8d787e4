import { askProvider } from '@rts/outside/call'
import { type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { answered, type Engine, type EngineDeps, type EngineSettings } from './engine.ts'

const source = 'gemini'

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

const refusalSchema = z.looseObject({ error: z.looseObject({ message: z.string() }) })

/** A day's quota that is used up and calls that come too fast are both 429; the text says which. A wrong key is a 400. */
function kindOfRefusal({ body }: { body: unknown }): FailureKind | null {
  const message = refusalSchema.safeParse(body).data?.error.message ?? ''
  if (/exceeded your current quota/i.test(message)) return 'quota'
  return /api key not valid/i.test(message) ? 'auth' : null
}

/** Gemini with Google Search. Its citations are redirects whose title is the host that they lead to. */
export function createGemini(settings: EngineSettings, deps: EngineDeps): Engine {
  return {
    source,
    priceUsd: () => settings.mostUsd,
    async ask({ prompt }, signal) {
      const request = {
        provider: source,
        url: `${settings.baseUrl}/v1beta/models/${encodeURIComponent(settings.model)}:generateContent`,
        headers: { 'x-goog-api-key': settings.key ?? '' },
        json: { contents: [{ role: 'user', parts: [{ text: prompt }] }], tools: [{ google_search: {} }] },
        signal,
      }
      const answer = await askProvider(deps.http, request, bodySchema, kindOfRefusal)
      if (!answer.ok) return answer
      const { candidates, promptFeedback, modelVersion, usageMetadata: usage } = answer.body
      const [first] = candidates ?? []
      // Blocked, cut and unsafe answers are none.
      if (promptFeedback?.blockReason || !first || (first.finishReason && first.finishReason !== 'STOP'))
        return failed(source, 'upstream', { billed: true })
      const grounding = first.groundingMetadata
      // Each query of one answer is charged.
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
