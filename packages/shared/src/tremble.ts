/**
 * The relative standard deviation of a rank from one check to the next while nothing happens. Our own assumption, between the 8 % of
 * calm results pages and the 20 % of rough ones.
 */
const usualTremble = 0.13
const roughTremble = 0.2
/** The median of many values trembles so much more than their mean. */
const medianFactor = Math.sqrt(Math.PI / 2)
const deviations = 3

/** The median of the places of some checks, or the place of one. */
export type Standing = { place: number; checks: number }

/**
 * Whether two places lie further apart than checks of an unchanged rank do: by more than three standard deviations. `own` is the relative
 * deviation of the keyword's own checks, where it is known: few checks say it badly, so that a rough page's is the most.
 */
export function isBeyondTremble(before: Standing, now: Standing, own = 0): boolean {
  const errorOf = ({ checks }: Standing) => (checks < 3 ? 1 : medianFactor ** 2) / checks
  const deviation = Math.min(Math.max(usualTremble, own), roughTremble) * Math.sqrt(errorOf(before) + errorOf(now))
  return Math.abs(now.place - before.place) > deviations * deviation * ((now.place + before.place) / 2)
}

/** The values of a course without those that are carried from an earlier day. */
export function uncarried(values: readonly (number | null)[], carried: readonly boolean[] = []): (number | null)[] {
  return values.map((value, i) => (carried[i] ? null : value))
}

const rangeDays = 28
const fewestDays = 14

/**
 * Between which values a figure of keywords usually is: nine tenths of the known ones before the last, of a month. Only since some were
 * `added` the last time, because before it was one of others. Null below two weeks.
 */
export function usualRange(values: readonly (number | null)[], added: readonly number[] = []) {
  const since = values.slice(added.findLastIndex((n) => n > 0) + 1)
  const known = since.slice(-rangeDays - 1, -1).filter((value) => value !== null)
  if (known.length < fewestDays) return null
  const sorted = known.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return { low: at(0.05), high: at(0.95) }
}
