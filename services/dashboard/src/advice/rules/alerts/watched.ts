import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import type { UsualPlace } from '@rts/shared/tremble'

/** One look at a keyword's page: a check, or the page that was asked for again within the hour. */
export type Check = { at: number; position: number; depth: number; url: string | null }
/** A look with the usual place of its keyword before it, which is null before the fourth look. */
export type Seen = Check & {
  usual: Usual | null
  /** The better one of the usual place and that of the eight weeks that ended four weeks before: beside it a slide is seen too. */
  best: Usual | null
  /** The looks from which the usual place is taken, the latest first. */
  before: readonly Check[]
  /** Whether its moments are asked for; earlier looks say what held before. */
  isWanted: boolean
}
/** A keyword with its looks, the oldest first. */
export type WatchedKeyword = Pick<KeywordPast, 'keywordId' | 'keyword'> & { seen: readonly Seen[] }
/** `isFound` false: the site was mostly not found, and the place is behind what was read. */
export type Usual = UsualPlace & { isFound: boolean }
