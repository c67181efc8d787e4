import type { EarlierRank, SeenPage, TrackedKeyword } from '@rts/shared/phrases/own-pages'
import type { Sentence } from '@rts/shared/texts/sentence'
import type { SitePages } from './site-pages.ts'

/** An idea takes the first kind of its findings in this order. */
export const ideaKinds = ['refresh', 'striking_distance', 'gap', 'question', 'related'] as const
export type IdeaKind = (typeof ideaKinds)[number]

/** The figures of a phrase; null is unknown. */
export type Figures = { volume: number | null; difficulty: number | null; intent: string | null }

export type Known = {
  site: { id: string; country: string; language: string }
  keywords: readonly TrackedKeyword[]
  rivalsOf(keyword: TrackedKeyword): readonly { domain: string; position: number | null }[]
  pages: ReadonlyMap<string, SeenPage>
  /** Ranks so many days ago, by keyword id. */
  earlier: readonly ReadonlyMap<string, EarlierRank>[]
  crawl: { pages: SitePages; at: string; sandbox: boolean } | null
  /** Untracked search console queries near the first places; null if none were read. */
  searched: {
    queries: readonly { query: string; impressions: number; position: number }[]
    startDate: string
    endDate: string
    sandbox: boolean
  } | null
  figuresOf(keyword: TrackedKeyword): Figures | undefined
}

/** A reason to write, and the share of clicks to win, 0 to 1. */
export type Finding = {
  kind: IdeaKind
  phrase: string
  country: string
  language: string
  /** Null: not tracked. */
  keyword: TrackedKeyword | null
  seenWith?: TrackedKeyword
  win: number
  evidence: Sentence
  existingUrl: string | null
  source: string
  sandbox: boolean
}

export type IdeaSource = (known: Known) => Iterable<Finding>

export function ofKeyword(keyword: TrackedKeyword): Pick<Finding, 'phrase' | 'country' | 'language' | 'keyword'> {
  const { phrase, country, language } = keyword
  return { phrase, country, language, keyword }
}

export type Idea = Figures & {
  id: string
  title: string
  phrase: string
  kind: IdeaKind
  country: string
  language: string
  score: number
  existingUrl: string | null
  position: number | null
  evidence: Sentence[]
  /** Its tracked phrases, and questions on their results pages. */
  keywords: string[]
  questions: string[]
  source: string
  sandbox: boolean
}

export function dayOf(time: string): string {
  return time.slice(0, 10)
}
