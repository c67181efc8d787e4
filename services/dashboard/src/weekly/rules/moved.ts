import { clickRate } from '@rts/shared/clicks'
import { dayMs } from '@rts/shared/clock'
import type { PassRow } from '@rts/shared/contract/rows/advice'
import type { MovementRow } from '@rts/shared/contract/rows/series'

/** Days between the two ranks that a letter compares. */
export const days = 7
const mostTold = 5
const mostRivals = 3

/** Why a keyword fell, where it is known: who came ahead of the site, or the page that ranks in place of another. */
export type Why = { rivals: string[] } | { page: string } | null
/** A keyword that moved; a position of 0 is not found. */
export type Moved = { name: string; from: number; to: number; why: Why }
export type Movement = { up: number; down: number; fell: Moved[]; rose: Moved[] }

/** The keywords of a site that moved in the week, those first that most clicks were lost or won with. Frozen ones, and those without a check in the week, are left out. */
export function movedIn(rows: readonly MovementRow[], passes: readonly PassRow[], now: Date): Movement {
  const isRecent = (at: string | null) => at !== null && Date.parse(at) > now.getTime() - days * dayMs
  const passedBy = Map.groupBy(
    passes.filter(({ at }) => isRecent(at)),
    ({ keywordId }) => keywordId,
  )
  const all = rows.flatMap((row) => {
    const { id, keyword: name, position: to, previousPosition: from, frozen, comparable, checkedAt } = row
    if (frozen || !comparable || !isRecent(checkedAt) || from === null || to === null || from === to) return []
    return [{ name, from, to, won: clickRate(to) - clickRate(from), why: whyOf(row, passedBy.get(id) ?? []) }]
  })
  const down = all.filter(({ won }) => won < 0).sort((one, other) => one.won - other.won)
  const up = all.filter(({ won }) => won > 0).sort((one, other) => other.won - one.won)
  return { up: up.length, down: down.length, fell: told(down), rose: told(up).map((each) => ({ ...each, why: null })) }
}

function told(moved: readonly (Moved & { won: number })[]): Moved[] {
  return moved.slice(0, mostTold).map(({ won: _won, ...each }) => each)
}

function whyOf({ url, previousUrl }: MovementRow, passes: readonly PassRow[]): Why {
  const rivals = [...new Set(passes.map(({ domain }) => domain))].slice(0, mostRivals)
  if (rivals.length > 0) return { rivals }
  return url !== null && previousUrl !== null && url !== previousUrl ? { page: url } : null
}
