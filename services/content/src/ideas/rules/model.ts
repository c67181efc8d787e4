import type { EarlierRank, SeenPage, TrackedKeyword } from '@rts/shared/phrases/own-pages'
import type { Sentence } from '@rts/shared/texts/sentence'
import type { SitePages } from './site-pages.ts'

/** In the order in which one names an idea that several speak for. */
export const ideaKinds = ['refresh', 'striking_distance', 'gap', 'question', 'related'] as const
export type IdeaKind = (typeof ideaKinds)[number]

/** The figures of a phrase; null is unknown. */
export type Figures = { volume: number | null; difficulty: number | null; intent: string | null }

/** All that ideas for a site are made of. */
export type Known = {
  site: { id: string; country: string; language: string }
  keywords: readonly TrackedKeyword[]
  /** Where each competitor is for a keyword. */
  rivalsOf(keyword: TrackedKeyword): readonly { domain: string; position: number | null }[]
  /** By the keyword's id. */
  pages: ReadonlyMap<string, SeenPage>
  /** The site's ranks so many days ago, by the keyword's id. */
  earlier: readonly ReadonlyMap<string, EarlierRank>[]
  /** The pages of the last crawl; null where the site was not crawled. */
  crawl: { pages: SitePages; at: string; sandbox: boolean } | null
  /** Untracked queries near the first places, as Google's search console has them; null where none were read. */
  searched: {
    queries: readonly { query: string; impressions: number; position: number }[]
    startDate: string
    endDate: string
    sandbox: boolean
  } | null
  figuresOf(keyword: TrackedKeyword): Figures | undefined
}

/** One reason to write: what speaks for it, and the part of the clicks that may be won, 0 to 1. */
export type Finding = {
  kind: IdeaKind
  phrase: string
  country: string
  language: string
  /** The tracked keyword that the phrase is; null where it is none. */
  keyword: TrackedKeyword | null
  /** The tracked keyword on whose results page it was seen. */
  seenWith?: TrackedKeyword
  win: number
  evidence: Sentence
  existingUrl: string | null
  source: string
  sandbox: boolean
}

/** A place where ideas come from. */
export type IdeaSource = (known: Known) => Iterable<Finding>

/** The part of a finding that names its tracked keyword. */
export function ofKeyword(keyword: TrackedKeyword): Pick<Finding, 'phrase' | 'country' | 'language' | 'keyword'> {
  const { phrase, country, language } = keyword
  return { phrase, country, language, keyword }
}

/** A phrase worth a text; its intent is what somebody said, if anybody did. */
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
  /** The tracked phrases that it is or was seen with, and the questions on their results pages. */
  keywords: string[]
  questions: string[]
  source: string
  sandbox: boolean
}

/** The day of a time, as sentences name it. */
export function dayOf(time: string): string {
  return time.slice(0, 10)
}
