import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'

export type Check = { at: number; position: number; depth: number; url: string | null }
/** A check with the usual place of its keyword before it, which is null before the fourth check. */
export type Seen = Check & {
  usual: Usual | null
  /** The checks from which the usual place is taken, the latest first. */
  before: readonly Check[]
}
/** A keyword with its checks, the oldest first. */
export type WatchedKeyword = Pick<KeywordPast, 'keywordId' | 'keyword'> & { seen: readonly Seen[] }
/** The median of places; `isFound` false: the site was mostly not found, and the place is behind what was read. */
export type Usual = { place: number; isFound: boolean }
