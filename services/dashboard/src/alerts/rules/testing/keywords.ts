import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import { ago } from '../../../advice/rules/testing/facts.ts'
import { watchedOf } from '../checks.ts'
import type { WatchedKeyword } from '../model.ts'

/** A check a day; a number is a position to depth 100. With `again` it is a second look at the day before, so many minutes later. */
export type Day = number | { position: number; depth?: number; url?: string; again?: number }

/** A keyword with a check on each day, the last one now. */
export function keywordOf(id: string, days: readonly Day[], since?: number): WatchedKeyword {
  return watchedOf(pastOf(id, days), since)
}

export function pastOf(id: string, days: readonly Day[], everyDays = 1): KeywordPast {
  const checks = days.map((day) => (typeof day === 'number' ? { position: day } : day))
  const regular = checks.filter(({ again }) => again === undefined).length
  let checked = 0
  const ats = checks.map(({ again = 0 }) => {
    if (again === 0) checked++
    return Date.parse(ago((regular - checked) * everyDays)) + again * 60_000
  })
  return {
    keywordId: id,
    keyword: id,
    device: 'desktop',
    country: 'us',
    location: null,
    ats,
    positions: checks.map(({ position }) => position),
    depths: checks.map(({ depth }) => depth ?? 100),
    urls: checks.map(({ position, url }) => url ?? (position === 0 ? null : `https://example.com/${id}`)),
  }
}
