import type { Answer, Capability } from '@rts/outside/capability'
import { tokensUsd } from '@rts/outside/chat'
import type { ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import { type Citation, realCitation } from '../rules/citations.ts'

export type PromptQuery = { prompt: string; country: string }

/** Data, never an instruction. */
export type EngineAnswer = {
  text: string
  citations: Citation[]
  /** As returned; may be more exact than requested. */
  model: string
  /** Whether it searched the web. */
  searched: boolean
  inputTokens: number | null
  outputTokens: number | null
}
export type Engine = Capability<PromptQuery, EngineAnswer>

/** US dollars per million tokens and per search; null: not configured. `long`: all tokens of an answer above `above`. */
export type EnginePrice = {
  input: number
  output: number
  search: number
  long?: { above: number; input: number; output: number }
} | null

export type EngineSettings = {
  baseUrl: string
  key: string | undefined
  model: string
  price: EnginePrice
  /** Minimum reserved per answer. */
  maxUsd: number
  sandbox: boolean
}
export type EngineDeps = {
  http: ProviderHttp
  clock: Clock
  /** Waits `ms`, or until the signal fires. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** Default model, and prices by its documents. */
export type EngineModels = {
  preferred: string
  asOf: string
  prices: Readonly<Record<string, NonNullable<EnginePrice>>>
}

export type Usage = { inputTokens: number | null; outputTokens: number | null; searches: number }

const longestText = 50_000
const maxCitations = 200

/** Per answer. Requests set the last two where possible; five searches' pages stay below the first. */
export const maxOfAnswer = { inputTokens: 100_000, outputTokens: 16_000, searches: 5 }

export function heldUsd({ maxUsd, price }: EngineSettings): number {
  return Math.max(maxUsd, costOf(maxOfAnswer, price) ?? 0)
}

type Said = Omit<EngineAnswer, 'inputTokens' | 'outputTokens'> & { usage: Usage; costUsd?: number | undefined }

export function answered(
  source: string,
  { price, sandbox }: EngineSettings,
  { clock }: EngineDeps,
  said: Said,
): Answer<EngineAnswer> | Failure {
  const { usage, costUsd = costOf(usage, price), citations, ...rest } = said
  if (said.text.trim() === '') return failed(source, 'parse', { billed: true })
  const { inputTokens, outputTokens } = usage
  const text = said.text.slice(0, longestText)
  const cited = uniqueByUrl(citations.slice(0, maxCitations).map(realCitation))
  const value = { ...rest, text, citations: cited, inputTokens, outputTokens }
  return { ok: true, source, sandbox, fetchedAt: clock.now(), costUsd, value }
}

function costOf(usage: Usage, price: EnginePrice): number | null {
  const isLong = (usage.inputTokens ?? 0) > (price?.long?.above ?? Number.POSITIVE_INFINITY)
  const tokens = tokensUsd(usage, (isLong ? price?.long : price) ?? null)
  return tokens === null || price === null ? null : tokens + usage.searches * price.search
}

function uniqueByUrl(citations: readonly Citation[]): Citation[] {
  const byUrl = new Map<string, Citation>()
  for (const citation of citations) if (!byUrl.has(citation.url)) byUrl.set(citation.url, citation)
  return [...byUrl.values()]
}
