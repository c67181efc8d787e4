import type { StandingSummary } from '@rts/shared/contract/rows/question'

/** 0 is not found, null never checked. */
type Ranked = { position: number | null; previousPosition: number | null; lastCheckStatus: string | null }

/** A site that is not found is at least this far down. */
const place = (position: number) => position || 101

/** The counts of keywords, as `conditions.sql.ts` has them of sites that are too large to be read. */
export function summaryOf(keywords: readonly Ranked[]): StandingSummary {
  const count = (holds: (keyword: Ranked) => boolean) => keywords.filter(holds).length
  return {
    keywords: keywords.length,
    comparable: count(({ position, previousPosition }) => position !== null && previousPosition !== null),
    up: count((keyword) => gainOf(keyword) > 0),
    down: count((keyword) => gainOf(keyword) < 0),
    new: count(({ position, previousPosition }) => previousPosition === 0 && isFound(position)),
    lost: count(({ position, previousPosition }) => position === 0 && isFound(previousPosition)),
    top3: count(({ position }) => isFound(position) && position <= 3),
    top10: count(({ position }) => isFound(position) && position <= 10),
    notFound: count(({ position }) => position === 0),
    failed: count(({ lastCheckStatus }) => lastCheckStatus === 'failed'),
    waiting: count(({ position }) => position === null),
  }
}

function isFound(position: number | null): position is number {
  return position !== null && position > 0
}

function gainOf({ position, previousPosition }: Ranked): number {
  return position === null || previousPosition === null ? 0 : place(previousPosition) - place(position)
}
