import { dayMs } from '@rts/shared/clock'
import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import { deviationsBehind, farthestSeen, surprising, usualDays, usualLooks, usualPlace } from '@rts/shared/tremble'
import type { Check, Moment, Seen, Usual, WatchedKeyword } from './model.ts'

/** A change of a rank beside a usual place. */
type Condition = {
  beside(seen: Seen): Usual | null
  /** By how many deviations a look shows it; undefined where the look cannot be compared. */
  shows(seen: Seen, usual: Usual): number | undefined
  /** Whether the median place of the looks that confirm it is as far away as the rule wants. */
  isFar?(place: number, usual: Usual): boolean
}

const slideFromDays = 28
const slideDays = 84
const looksBefore = 6
/** A look nearer than this is where it usually is. */
const over = 1
/** For a condition that holds or does not, without deviations. */
export const deviationsIf = (holds: boolean) => (holds ? Number.POSITIVE_INFINITY : 0)
/** The same condition is one alert until it has ended for two looks, or was not confirmed for so long. */
const quietMs = 14 * dayMs
const wholeDepth = 100

/** Where a look found the site; just behind what it read where it did not. */
function placeOf({ position, depth }: Pick<Check, 'position' | 'depth'>): number {
  return position === 0 ? depth + 1 : position
}

/** Looks that are behind the usual place, further than it trembles. */
export function behind(isFar: NonNullable<Condition['isFar']>): Condition {
  return {
    beside: ({ best }) => best,
    shows: (now, usual) => (isComparableTo(now, usual) ? deviationsBehind(usual, placeOf(now)) : undefined),
    isFar,
  }
}

/** Looks that found the site ahead of the usual place, further than it trembles. */
export function ahead(isFar: NonNullable<Condition['isFar']>): Condition {
  return {
    beside: ({ usual }) => usual,
    shows: (now, usual) => (isComparableTo(now, usual) ? -deviationsBehind(usual, placeOf(now)) : undefined),
    isFar,
  }
}

/** The moments at which a condition was confirmed, and had ended since it was confirmed the last time. Looks that cannot be compared are passed over. */
export function momentsOf(keywords: readonly WatchedKeyword[], { beside, shows, isFar }: Condition): Moment[] {
  return keywords.flatMap((keyword) => {
    let run: Seen[] = []
    let misses = 0
    let confirmedAt = Number.NEGATIVE_INFINITY
    return keyword.seen.flatMap((now) => {
      const usual = beside(now)
      const deviations = usual === null ? undefined : shows(now, usual)
      if (usual === null || deviations === undefined) return []
      run = deviations >= surprising ? [...run, now] : []
      misses = deviations < over ? misses + 1 : 0
      if (misses >= 2) confirmedAt = Number.NEGATIVE_INFINITY
      if (!isConfirmed(run) || isFar?.(middleOf(run), usual) === false) return []
      const isNews = now.at - confirmedAt > quietMs
      confirmedAt = now.at
      return isNews && now.isWanted ? [momentOf(keyword, now, usual)] : []
    })
  })
}

/** A keyword with its looks since a time, and with those before them that say whether a condition held before. */
export function watchedOf(
  { keywordId, keyword, ats, positions, depths, urls }: KeywordPast,
  since = 0,
): WatchedKeyword {
  const checks = ats.map((at, i): Check => {
    return { at, position: positions[i] ?? 0, depth: depths[i] ?? wholeDepth, url: urls[i] ?? null }
  })
  const first = checks.findIndex(({ at }) => at >= since - quietMs)
  const begin = first === -1 ? checks.length : Math.max(0, first - looksBefore)
  const seen = checks.slice(begin).map((check, i): Seen => {
    const daysBefore = ({ at }: Check) => (check.at - at) / dayMs
    const earlier = checks.slice(0, begin + i)
    const before = earlier.slice(-usualLooks).filter((other) => daysBefore(other) <= usualDays)
    const usual = usualOf(before)
    const long = earlier.filter((other) => daysBefore(other) > slideFromDays && daysBefore(other) <= slideDays)
    const older = usualOf(long)
    const best = usual && older?.isFound && older.place < usual.place ? older : usual
    return { ...check, usual, best, before: before.toReversed(), isWanted: check.at >= since }
  })
  return { keywordId, keyword, seen }
}

function usualOf(checks: readonly Check[]): Usual | null {
  const usual = usualPlace(checks.map(placeOf))
  return usual && { ...usual, isFound: checks.some(({ position }) => position === usual.place) }
}

/** The median of the last looks that confirm a condition. */
function middleOf(run: readonly Check[]): number {
  const places = run
    .slice(-4)
    .map(placeOf)
    .toSorted((one, other) => one - other)
  const half = places.length / 2
  return ((places[Math.ceil(half) - 1] ?? 0) + (places[Math.floor(half)] ?? 0)) / 2
}

/** Whether a look read as deep as the usual place, and the usual ones as deep as this one. */
export function isComparableTo({ position, depth }: Check, usual: Usual): boolean {
  if (position === 0) return !usual.isFound || usual.place <= depth
  return usual.isFound || position < usual.place
}

export function isUsuallySeen({ place, isFound }: Usual): boolean {
  return isFound && place <= farthestSeen
}

function momentOf({ keywordId, keyword }: WatchedKeyword, { at, position, url }: Seen, usual: Usual): Moment {
  const read = new Date(at).toISOString()
  const from = usual.isFound ? usual.place : 0
  return { subject: keywordId, fact: read, at: read, keywordId, name: keyword, from, to: position, url }
}

/** Looks within these hours are one check: the second is the page that was asked for again. */
const oneCheckMs = dayMs / 2
/** A site that is checked less often is not kept waiting for the next check. */
const rareMs = 3 * dayMs

/**
 * Whether looks on end at which a condition holds, the last of which is now, are no jump: three checks, or two that were each looked at
 * twice. Of checks three days apart or more one that was looked at twice, or two, because few jumps last until the next.
 */
function isConfirmed(run: readonly Seen[]): boolean {
  const now = run.at(-1)
  if (!now) return false
  const checks = run.filter((look, i) => isAnotherCheck(look, run[i - 1])).length
  const lastCheck = now.before.find((look) => isAnotherCheck(now, look))
  if (lastCheck && now.at - lastCheck.at >= rareMs - oneCheckMs) return run.length >= 2
  return checks >= 3 || (checks === 2 && run.length >= 4)
}

function isAnotherCheck(look: Check, before: Check | undefined): boolean {
  return before === undefined || look.at - before.at > oneCheckMs
}
