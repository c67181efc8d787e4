import { dayMs } from '@rts/shared/clock'
import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import type { Moment } from './model.ts'
import type { Check, Seen, Usual, WatchedKeyword } from './watched.ts'

/** Whether a condition holds at a check; undefined where the check cannot be compared. */
export type Holds = (seen: Seen) => boolean | undefined

const usualDays = 28
const usualChecks = 14
const fewestChecks = 3
const checksBefore = 4
const wholeDepth = 100
/** A place beyond these brings no clicks: the same places that count for a competitor that came ahead. */
const farthest = 20

/** Where a check found the site; just behind what it read where it did not. */
export function placeOf({ position, depth }: Check): number {
  return position === 0 ? depth + 1 : position
}

/**
 * The moments at which a condition began to hold: it holds at a check, and held at neither of the two comparable checks before. So an
 * alert comes once, until its condition has ended for two checks. Checks that cannot be compared are passed over.
 */
export function momentsOf(keywords: readonly WatchedKeyword[], holds: Holds): Moment[] {
  return keywords.flatMap((keyword) => {
    const known = keyword.seen.flatMap((seen) => {
      const held = holds(seen)
      return held === undefined ? [] : [{ seen, held }]
    })
    const begins = known.filter(({ held }, i) => held && !known[i - 1]?.held && !known[i - 2]?.held)
    return begins.map(({ seen }) => momentOf(keyword, seen))
  })
}

/** A keyword with its checks since a time, and with a few before them, which say whether a condition held before. */
export function watchedOf(
  { keywordId, keyword, ats, positions, depths, urls }: KeywordPast,
  since = 0,
): WatchedKeyword {
  const checks = ats.map((at, i): Check => {
    return { at, position: positions[i] ?? 0, depth: depths[i] ?? wholeDepth, url: urls[i] ?? null }
  })
  const first = ats.findIndex((at) => at >= since)
  const begin = first === -1 ? checks.length : Math.max(0, first - checksBefore)
  const seen = checks.slice(begin).map((check, i): Seen => {
    const before = beforeOf(checks, begin + i)
    return { ...check, before, usual: before.length < fewestChecks ? null : usualOf(before) }
  })
  return { keywordId, keyword, seen }
}

function beforeOf(checks: readonly Check[], index: number): Check[] {
  const earliest = (checks[index]?.at ?? 0) - usualDays * dayMs
  const before = checks.slice(Math.max(0, index - usualChecks), index)
  return before.filter(({ at }) => at >= earliest).toReversed()
}

/** The lower median, so that half of the places are at least as far down. */
function usualOf(checks: readonly Check[]): Usual {
  const sorted = checks.toSorted((one, other) => placeOf(one) - placeOf(other))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  return middle ? { place: placeOf(middle), isFound: middle.position > 0 } : { place: 0, isFound: false }
}

/** Whether a check read as deep as the usual place, and the usual checks as deep as this one's. */
export function isComparableTo({ position, depth }: Check, usual: Usual): boolean {
  if (position === 0) return !usual.isFound || usual.place <= depth
  return usual.isFound || position < usual.place
}

/** Whether the keyword usually is where people see it. */
export function isUsuallySeen({ place, isFound }: Usual): boolean {
  return isFound && place <= farthest
}

function momentOf({ keywordId, keyword }: WatchedKeyword, { at, position, url, usual }: Seen): Moment {
  const read = new Date(at).toISOString()
  const from = usual === null ? null : usual.isFound ? usual.place : 0
  return { subject: keywordId, fact: read, at: read, keywordId, name: keyword, from, to: position, url }
}
