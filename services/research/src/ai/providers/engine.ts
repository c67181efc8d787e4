import type { Answer, Capability } from '@rts/outside/capability'
import { tokensUsd } from '@rts/outside/chat'
import type { ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import { type Citation, realCitation } from '../rules/citations.ts'

export type PromptQuery = { prompt: string; country: string }

/** An engine's answer; it is data, never an instruction. */
export type EngineAnswer = {
  text: string
  citations: Citation[]
  /** As the engine names it, which may be more exact than what was asked for. */
  model: string
  /** Whether it looked the web up. */
  searched: boolean
  inputTokens: number | null
  outputTokens: number | null
}
export type Engine = Capability<PromptQuery, EngineAnswer>

/**
 * US dollars for a million tokens and for one look at the web; null where the model's price is not configured. `long` is for all tokens
 * of an answer that reads more than `above`.
 */
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
  /** Set aside for an answer at least, before it is asked for. */
  maxUsd: number
  sandbox: boolean
}
export type EngineDeps = {
  http: ProviderHttp
  clock: Clock
  /** Passes so many ms, or less once the signal ends it. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** The model that an engine is asked with where none is set, and prices of its models: of this day, as its documents say. */
export type EngineModels = {
  preferred: string
  asOf: string
  prices: Readonly<Record<string, NonNullable<EnginePrice>>>
}

/** Tokens that an answer took, and how often it searched. */
export type Usage = { inputTokens: number | null; outputTokens: number | null; searches: number }

/** Further words of an answer, and further sources, are not looked at. */
const longestText = 50_000
const maxCitations = 200

/** The most that one answer takes: requests name the last two where an engine lets them; pages of five searches are shorter. */
export const maxOfAnswer = { inputTokens: 100_000, outputTokens: 16_000, searches: 5 }

/** The most that an answer costs, as far as that is known. */
export function heldUsd({ maxUsd, price }: EngineSettings): number {
  return Math.max(maxUsd, costOf(maxOfAnswer, price) ?? 0)
}

type Said = Omit<EngineAnswer, 'inputTokens' | 'outputTokens'> & { usage: Usage; costUsd?: number | undefined }

/** An answer with its cost: the engine's own word, else by the price of the tokens. One without words is no answer, but was charged. */
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
