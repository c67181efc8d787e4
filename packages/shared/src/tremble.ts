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

/** Quartiles of a normal distribution are so many standard deviations apart. */
const quartileDeviations = 1.349

/** The relative deviation of one check from a place, by the quartiles of the checks. */
export function deviationOf(place: number, { low, high }: { low: number; high: number }): number {
  return (high - low) / quartileDeviations / place
}

/** A usual place among checks, and the relative deviation of one check from it. */
export type UsualPlace = { place: number; spread: number }

/** The lower median of places, so that half of them are at least as far down, and how they tremble; null below three. */
export function usualPlace(places: readonly number[]): UsualPlace | null {
  if (places.length < 3) return null
  const sorted = places.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const place = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const own = deviationOf(place, { low: at(0.25), high: at(0.75) })
  return { place, spread: Math.min(Math.max(usualTremble, own), roughTremble) }
}

/** A look so far away is surprising, and a second one is worth its price: chosen by simulated years (docs/product/alerts.md). */
export const surprising = 1.7
const fewestPlaces = 2

/** By how many deviations of one check a place is behind the usual one, negative ahead of it; 0 for a neighbouring place. */
export function deviationsBehind({ place: usual, spread }: UsualPlace, place: number): number {
  const behind = place - usual
  return Math.abs(behind) < fewestPlaces ? 0 : behind / (spread * ((place + usual) / 2))
}

/** Places beyond these bring no clicks, and no alert. */
export const farthestSeen = 20
/** The usual place is that of so many looks, of so many days. */
export const usualLooks = 14
export const usualDays = 56

/** Whether a page is worth a second look within the hour: the site is surprisingly far behind the places of its last looks. */
export function needsSecondLook(before: readonly number[], place: number): boolean {
  const usual = usualPlace(before)
  return usual !== null && usual.place <= farthestSeen && deviationsBehind(usual, place) >= surprising
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
