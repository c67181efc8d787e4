import type { StandingSummary } from '@rts/shared/contract/rows/question'
import { isComparable } from './comparable.ts'

/** 0 is not found, null never checked. */
type Ranked = {
  position: number | null
  depth: number | null
  previousPosition: number | null
  previousDepth: number | null
  lastCheckStatus: string | null
}

const place = (position: number) => position || 101

/** The counts of keywords, as `conditions.sql.ts` has them of sites that are too large to be read. */
export function summaryOf(keywords: readonly Ranked[]): StandingSummary {
  const count = (holds: (keyword: Ranked) => boolean) => keywords.filter(holds).length
  return {
    keywords: keywords.length,
    comparable: count(isKnown),
    up: count((keyword) => gainOf(keyword) > 0),
    down: count((keyword) => gainOf(keyword) < 0),
    new: count((keyword) => keyword.previousPosition === 0 && gainOf(keyword) > 0),
    lost: count((keyword) => keyword.position === 0 && gainOf(keyword) < 0),
    top3: count(({ position }) => isFound(position) && position <= 3),
    top10: count(({ position }) => isFound(position) && position <= 10),
    pageTwo: count(({ position }) => isFound(position) && position > 10 && position <= 20),
    notFound: count(({ position }) => position === 0),
    failed: count(({ lastCheckStatus }) => lastCheckStatus === 'failed'),
    waiting: count(({ position }) => position === null),
  }
}

function isFound(position: number | null): position is number {
  return position !== null && position > 0
}

function isKnown({ position, depth, previousPosition, previousDepth }: Ranked): boolean {
  return isComparable({ position, depth }, { position: previousPosition, depth: previousDepth })
}

function gainOf(keyword: Ranked): number {
  const { position, previousPosition } = keyword
  return isKnown(keyword) ? place(previousPosition ?? 0) - place(position ?? 0) : 0
}
