import { clickRate } from '@rts/shared/clicks'
import { dayMs } from '@rts/shared/clock'
import type { PassRow } from '@rts/shared/contract/rows/advice'
import type { MovementRow } from '@rts/shared/contract/rows/series'

/** Days between the two times that a letter compares. */
export const days = 7
const maxTold = 5
const maxRivals = 3

/** Of the keywords that did not fall, how many have the same. */
type Others = { n: number; of: number }
/** A change in the days of a fall, where one is known: who came ahead of the site, or the page that ranks in place of another. */
export type Meanwhile = ({ rivals: string[] } | { page: string }) & { others: Others }
/** A keyword that moved, with the medians of its places; a position of 0 is not found. */
export type Moved = { name: string; from: number; to: number; why: Meanwhile | null }
export type Movement = {
  up: number
  down: number
  /** Keywords with too few checks to be compared, and over how many days the others are; null without any. */
  unknown: number
  medianDays: number | null
  fell: Moved[]
  rose: Moved[]
}

/**
 * The keywords of a site that moved further than they usually do, those first that most clicks were lost or won with. Frozen ones are
 * left out.
 */
export function movedIn(rows: readonly MovementRow[], passes: readonly PassRow[], now: Date): Movement {
  const since = now.getTime() - days * dayMs
  const recent = passes.filter(({ at }) => Date.parse(at) > since)
  const passedBy = Map.groupBy(recent, ({ keywordId }) => keywordId)
  const watched = rows.filter(({ frozen }) => !frozen)
  const compared = watched.flatMap((row) => {
    if (!row.medians) return []
    const { position: to, previousPosition: from, moved, days: medianDays } = row.medians
    const won = moved ? clickRate(to) - clickRate(from) : 0
    const rivals = [...new Set((passedBy.get(row.id) ?? []).map(({ domain }) => domain))].slice(0, maxRivals)
    return [{ name: row.keyword, from, to, won, medianDays, rivals, page: newPageOf(row) }]
  })
  const kept = compared.filter(({ won }) => won >= 0)
  const others = (has: (each: (typeof kept)[number]) => boolean) => ({ n: kept.filter(has).length, of: kept.length })
  const withRivals = others(({ rivals }) => rivals.length > 0)
  const withPage = others(({ page }) => page !== null)
  const down = compared.filter(({ won }) => won < 0).sort((one, other) => one.won - other.won)
  const up = compared.filter(({ won }) => won > 0).sort((one, other) => other.won - one.won)
  const fell = down.slice(0, maxTold).map(({ name, from, to, rivals, page }): Moved => {
    if (rivals.length > 0) return { name, from, to, why: { rivals, others: withRivals } }
    return { name, from, to, why: page === null ? null : { page, others: withPage } }
  })
  return {
    up: up.length,
    down: down.length,
    unknown: watched.length - compared.length,
    medianDays: compared[0]?.medianDays ?? null,
    fell,
    rose: up.slice(0, maxTold).map(({ name, from, to }) => ({ name, from, to, why: null })),
  }
}

/** The page that ranks in place of another; null where it is the same, or not known. */
function newPageOf({ url, previousUrl }: MovementRow): string | null {
  return previousUrl !== null && url !== previousUrl ? url : null
}
