/** Why a provider's answer is missing: the closed list that adapters, chains, books and the API share. */
export const failureKinds = [
  'auth',
  'quota',
  'rate',
  'bad_request',
  /** The provider has no such thing: another one may. */
  'unsupported',
  'upstream',
  'timeout',
  'parse',
  'budget',
  'no_provider',
] as const
export type FailureKind = (typeof failureKinds)[number]

/**
 * Nothing was learnt. `billed` is true when the provider is known to charge for it all the same; `costUsd` is what all that was tried
 * has cost, as far as anybody can know. `asked` is false when no provider was: it was held back here.
 */
export type Failure = {
  ok: false
  source: string | null
  kind: FailureKind
  retryAfterSeconds: number | null
  billed: boolean
  costUsd: number
  asked: boolean
}

/** A failure of a provider; asked, not billed and without a time to wait unless told. */
export function failed(
  source: string | null,
  kind: FailureKind,
  facts: Partial<Pick<Failure, 'retryAfterSeconds' | 'billed' | 'asked'>> = {},
): Failure {
  return { ok: false, source, kind, retryAfterSeconds: null, billed: false, costUsd: 0, asked: true, ...facts }
}
