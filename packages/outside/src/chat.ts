import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { callProvider } from './call.ts'
import type { ProviderHttp } from './http.ts'

/** Speaks OpenAI's chat completions; the address has the version: `http://127.0.0.1:11434/v1`. */
export type ChatServer = { source: string; baseUrl: string; key: string | undefined; model: string }
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string }
export type ChatAnswer = {
  ok: true
  text: string
  /** As the server names it, else as requested. */
  model: string
  /** Out of tokens or held back: the text is incomplete. */
  isCut: boolean
  inputTokens: number | null
  outputTokens: number | null
  body: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}
/** USD per million tokens read and written; null if unknown. */
export type TokenPrice = { input: number; output: number } | null

const textPart = z.looseObject({ text: z.string().nullish() }).transform(({ text }) => text ?? '')
const message = z.looseObject({
  content: z.union([z.string(), z.array(textPart).transform((parts) => parts.join(''))]).nullish(),
})
const bodySchema = z.looseObject({
  model: z.string().nullish(),
  choices: z.array(z.looseObject({ finish_reason: z.string().nullish(), message })).min(1),
  usage: z.looseObject({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
})

/** Reasons to stop early, of OpenAI, Mistral, DeepSeek and routers. */
const cutReasons = new Set([
  'length',
  'content_filter',
  'tool_calls',
  'function_call',
  'model_length',
  'max_tokens',
  'insufficient_system_resource',
  'error',
])

/** Sends only what every server accepts: many refuse a temperature, a limit or a format. */
export async function askChat(
  http: ProviderHttp,
  { source, baseUrl, key, model }: ChatServer,
  messages: readonly ChatMessage[],
  signal: AbortSignal | undefined,
): Promise<ChatAnswer | Failure> {
  const answer = await callProvider(http, {
    provider: source,
    url: `${baseUrl}/chat/completions`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    json: { model, messages },
    ...(signal && { signal }),
  })
  if (!answer.ok) return answer
  const parsed = bodySchema.safeParse(answer.body)
  const [choice] = parsed.data?.choices ?? []
  if (!parsed.success || !choice) return failed(source, 'parse')
  const { usage } = parsed.data
  return {
    ok: true,
    text: choice.message.content ?? '',
    model: parsed.data.model ?? model,
    isCut: cutReasons.has(choice.finish_reason ?? ''),
    inputTokens: usage?.prompt_tokens ?? null,
    outputTokens: usage?.completion_tokens ?? null,
    body: parsed.data,
    message: choice.message,
  }
}

/** Null if tokens or price are unknown. */
export function tokensUsd(
  { inputTokens, outputTokens }: Pick<ChatAnswer, 'inputTokens' | 'outputTokens'>,
  price: TokenPrice,
): number | null {
  if (price === null || inputTokens === null || outputTokens === null) return null
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000
}
