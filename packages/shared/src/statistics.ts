/** The quantile of the normal distribution that leaves 2.5 % on either side. */
const z95 = 1.959964

/** A share of fewer says nothing, and is shown as unknown. */
export const fewestOfAShare = 10

/** A count of ranks that covers a smaller share of the keywords is shown as unknown. */
export const minKnownShare = 0.8

export type Interval = { low: number; high: number }

/**
 * The 95 % interval, from 0 to 1, of a share that was seen in `hits` of `n` cases; null without cases.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 */
export function wilsonInterval(hits: number, n: number): Interval | null {
  if (n === 0) return null
  const share = hits / n
  const z2 = z95 ** 2
  const middle = share + z2 / (2 * n)
  const half = z95 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n ** 2))
  const whole = 1 + z2 / n
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) }
}

/** So many `hits` of `n` cases. */
type Share = { hits: number; n: number }

/**
 * By how many standard deviations the second share lies above the first, negative if below: the pooled test of two proportions. 0 where
 * either has no cases, or where all cases of both are alike. Source: A. Agresti, "Categorical Data Analysis".
 */
export function deviationsBetween(before: Share, after: Share): number {
  if (before.n === 0 || after.n === 0) return 0
  const pooled = (before.hits + after.hits) / (before.n + after.n)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / before.n + 1 / after.n))
  return deviation === 0 ? 0 : (after.hits / after.n - before.hits / before.n) / deviation
}
