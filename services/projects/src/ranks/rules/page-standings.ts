import type { FallRow } from '@rts/shared/contract/rows/page-standing'
import type { BlockKind } from '@rts/shared/contract/rows/results-page'
import type { PageChange, PlacedResult } from './page-changes.ts'

type Placed = Pick<PageChange, 'host' | 'url' | 'urlBefore'> & {
  position: number | null
  previousPosition: number | null
}
/** Whether a page has blocks of a kind; undefined where its provider does not say. */
type KnownBlocks = { readonly [K in BlockKind]?: boolean | undefined }

const maxAhead = 10
/** A site that is not found is behind everybody. */
const placeOf = (position: number | null) => position || Number.POSITIVE_INFINITY

/** The results of a page with their positions on an earlier one, by position, and behind them those that left. */
export function placedResults(results: readonly PlacedResult[], changes: readonly PageChange[]): Placed[] {
  const changeAt = new Map(
    changes.flatMap((change) => (change.after === null ? [] : [[change.after, change] as const])),
  )
  const present = results.map(({ position, host, url }): Placed => {
    const { before = null, urlBefore = null } = changeAt.get(position) ?? {}
    return { position, previousPosition: before, host, url, urlBefore }
  })
  const left = changes
    .filter(({ change }) => change === 'went')
    .map(({ host, url, before }): Placed => ({ position: null, previousPosition: before, host, url, urlBefore: null }))
  return [...present, ...left.sort((one, other) => placeOf(one.previousPosition) - placeOf(other.previousPosition))]
}

type Ranks = { position: number | null; previousPosition: number | null }

/** Those that are ahead of the site now and were not then, by position. A position of 0, or null, is not found. */
export function passersOf<R extends Ranks>(others: readonly R[], own: Ranks): R[] {
  return others
    .filter((other) => placeOf(other.position) < placeOf(own.position))
    .filter((other) => placeOf(other.previousPosition) >= placeOf(own.previousPosition))
    .sort((one, other) => placeOf(one.position) - placeOf(other.position))
}

/** Whose results are ahead of the site's now and were not then, by position: the first ten. */
export function cameAhead(changes: readonly PageChange[], own: Ranks) {
  const results = changes.flatMap(({ host, url, before, after }) =>
    after === null ? [] : [{ host, url, position: after, previousPosition: before }],
  )
  return passersOf(results, own).slice(0, maxAhead)
}

/** Which of these kinds of blocks the later page has and the earlier one is known not to have. */
export function newBlocks(kinds: readonly BlockKind[], before: KnownBlocks, after: KnownBlocks): BlockKind[] {
  return kinds.filter((kind) => after[kind] === true && before[kind] === false)
}

/** The largest fall from one check to the next; null where the position never fell. The checks are the newest first. */
export function largestFall(checks: readonly { at: Date; position: number }[]): FallRow['largestFall'] {
  const falls = checks.slice(0, -1).flatMap(({ at, position: to }, i) => {
    const from = checks[i + 1]?.position ?? 0
    // Not found is below the hundred that are read.
    const places = (to || 101) - (from || 101)
    return places > 0 ? [{ at: at.toISOString(), from, to, places }] : []
  })
  const [first] = falls.sort((one, other) => other.places - one.places)
  return first ? { at: first.at, from: first.from, to: first.to } : null
}
