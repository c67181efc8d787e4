/** The closed list that adapters, chains, books and the API share. */
export const failureKinds = [
  'auth',
  'quota',
  'rate',
  'bad_request',
  /** The provider does not offer this; another may. */
  'unsupported',
  'upstream',
  'timeout',
  'parse',
  /** A page that may have been withheld or replaced: nothing confirms what it shows. */
  'suspect',
  /** Results of another spelling than the one that was asked for. */
  'respelled',
  /** The answer is there, and the database refuses it. */
  'storage',
  'budget',
  'no_provider',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** `billed`: the provider still charges for it. `costUsd`: of everything tried. `asked` is false when no provider was reached. */
export type Failure = {
  ok: false
  source: string | null
  kind: FailureKind
  retryAfterSeconds: number | null
  billed: boolean
  costUsd: number
  asked: boolean
}

/** By default asked, not billed and without a time to wait. */
export function failed(
  source: string | null,
  kind: FailureKind,
  facts: Partial<Pick<Failure, 'retryAfterSeconds' | 'billed' | 'asked'>> = {},
): Failure {
  return { ok: false, source, kind, retryAfterSeconds: null, billed: false, costUsd: 0, asked: true, ...facts }
}

type Charged = { ok: true; costUsd: number | null } | Failure

/** The cost of an outcome in USD, given its price. After a timeout the cost is unknown and counts as the price. */
export function costOf(outcome: Charged, priceUsd: number): number {
  if (outcome.ok) return outcome.costUsd ?? priceUsd
  if (outcome.costUsd > 0) return outcome.costUsd
  return outcome.billed || outcome.kind === 'timeout' ? priceUsd : 0
}
