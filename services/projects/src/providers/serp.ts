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
export type SerpPage = {
  ok: true
  source: string
  sandbox: boolean
  fetchedAt: Date
  depth: number
  organic: OrganicResult[]
  questions: string[]
  costUsd: number | null
}

export type FailureKind =
  | 'auth'
  | 'quota'
  | 'rate'
  | 'bad_request'
  | 'upstream'
  | 'timeout'
  | 'parse'
  | 'budget'
  | 'no_provider'

/**
 * Nothing is known about the ranks. `billed` is true when the provider is known to charge for it all the same; `costUsd` is what
 * all that was tried has cost, as far as anybody can know. `asked` is false when no provider was: it was held back here.
 */
export type SerpFailure = {
  ok: false
  source: string | null
  kind: FailureKind
  retryAfterSeconds: number | null
  billed: boolean
  costUsd: number
  asked: boolean
}

export type SerpResult = SerpPage | SerpFailure
export type SerpSource = {
  search(query: SerpQuery): Promise<SerpResult>
  /** What a check may cost at most, in USD; absent where nothing does. */
  priceUsd?(query: SerpQuery): number
}

export type SubmittedTask = { ok: true; taskId: string; costUsd: number | null }
export type PendingTask = { ok: 'pending' }
/** What became of the task: it `waits` and nothing was learnt, it is `gone` and can be submitted again, or it `ended` in failure. */
export type CollectFailure = SerpFailure & { task: 'waits' | 'gone' | 'ended' }

/** A provider that takes tasks now and has their results later; the caller stores the ids before it collects. */
export type SerpQueue = {
  name: string
  submit(queries: SerpQuery[]): Promise<(SubmittedTask | SerpFailure)[]>
  collect(taskId: string, query: SerpQuery): Promise<SerpPage | PendingTask | CollectFailure>
  /** What a task costs at most, in USD. */
  priceUsd(query: SerpQuery): number
}

/** A failure of a provider; not billed and without a time to wait unless told. */
export function serpFailure(
  source: string | null,
  kind: FailureKind,
  facts: { retryAfterSeconds?: number | null; billed?: boolean } = {},
): SerpFailure {
  return {
    ok: false,
    source,
    kind,
    retryAfterSeconds: facts.retryAfterSeconds ?? null,
    billed: facts.billed ?? false,
    costUsd: 0,
    asked: true,
  }
}
