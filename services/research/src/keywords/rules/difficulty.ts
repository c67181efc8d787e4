const places = 10
const fewestKnown = 5

/**
 * How hard a first page is to enter, 0 to 100, from the authority (0 to 100) of its hosts in rank order: their mean, where place i
 * weighs 1/log2(i + 1), the discount of DCG. An unknown host counts 0; with fewer than five known ones it is null. Our own
 * measure: others count referring domains, so their figures differ.
 */
export function difficultyOf(authorities: readonly (number | null)[]): number | null {
  const top = authorities.slice(0, places)
  if (top.filter((each) => each !== null).length < fewestKnown) return null
  const weights = top.map((_, i) => 1 / Math.log2(i + 2))
  const total = weights.reduce((sum, weight) => sum + weight)
  const weighed = top.reduce<number>((sum, authority, i) => sum + (weights[i] ?? 0) * (authority ?? 0), 0)
  return Math.round(weighed / total)
}
