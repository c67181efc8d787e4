import type { Answer, Capability } from '@rts/outside/capability'
import type { Failure } from '@rts/shared/failure'

/** What to look up. `country` is ISO 3166-1 alpha-2 in lower case, `language` a BCP 47 tag, `depth` a number of organic results. */
export type SerpQuery = {
  phrase: string
  country: string
  language: string
  device: 'desktop' | 'mobile'
  depth: number
}

/** One organic result; `position` is its running count over all pages, ads and boxes left out. */
export type OrganicResult = { position: number; url: string; host: string; title: string | null }

/** Everything that was looked at: an empty `organic` means that there is nothing within `depth`. */
export type SerpResults = { depth: number; organic: OrganicResult[]; questions: string[] }
export type SerpPage = Answer<SerpResults>
export type SerpSource = Capability<SerpQuery, SerpResults>

export type SubmittedTask = { ok: true; taskId: string; costUsd: number | null }
/** What became of a task: `waiting` when it is not done or nothing was learnt, `gone` when it can be submitted again. */
export type CollectedTask =
  | { state: 'ready'; page: SerpPage }
  | { state: 'waiting'; failure: Failure | null }
  | { state: 'gone'; failure: Failure }
  | { state: 'failed'; failure: Failure }

/** A provider that takes tasks now and has their results later; the caller stores the ids before it collects. */
export type SerpQueue = {
  source: string
  submit(queries: SerpQuery[]): Promise<(SubmittedTask | Failure)[]>
  collect(taskId: string, query: SerpQuery): Promise<CollectedTask>
  /** What a task costs at most, in USD. */
  priceUsd(query: SerpQuery): number
}
