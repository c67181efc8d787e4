import type { Answer, Capability } from '@rts/outside/capability'
import type { Place } from '@rts/outside/locations'
import type { Device } from '@rts/shared/contract/locale'
import type { Failure } from '@rts/shared/failure'
import type { Blocks } from '../../history/rules/history.ts'

/** A search. `country` is ISO 3166-1 alpha-2 in lower case, `language` a BCP 47 tag, `depth` a number of organic results. */
export type SerpQuery = {
  phrase: string
  country: string
  language: string
  device: Device
  /** The city where the searcher is; null for the country as a whole. */
  location: Place | null
  depth: number
}

/** One organic result; `position` is its running count over all pages, without ads and boxes. */
export type OrganicResult = { position: number; url: string | null; host: string }

/** All results within `depth`: an empty `organic` means that there are none. Questions and blocks are those of the first page. */
export type SerpResults = { depth: number; organic: OrganicResult[]; questions: string[]; blocks: Blocks }
export type SerpPage = Answer<SerpResults>
export type SerpSource = Capability<SerpQuery, SerpResults>

export type SubmittedTask = { ok: true; taskId: string; costUsd: number | null }
/** The state of a task: `waiting` if it is not done or its state is unknown, `gone` if it can be submitted again. */
export type CollectedTask =
  | { state: 'ready'; page: SerpPage }
  | { state: 'waiting'; failure: Failure | null }
  | { state: 'gone'; failure: Failure }
  | { state: 'failed'; failure: Failure }

/** A provider that accepts tasks now and has their results later; the caller stores the ids before it collects. */
export type SerpQueue = {
  source: string
  submit(queries: SerpQuery[]): Promise<(SubmittedTask | Failure)[]>
  collect(taskId: string, query: SerpQuery): Promise<CollectedTask>
  /** The highest price of a task, in USD. */
  priceUsd(query: SerpQuery): number
}
