import type { AlertRule as AlertRuleName } from '@rts/shared/contract/rows/alert'
import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import type { IssueRow } from '@rts/shared/contract/rows/content'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import type { Sentence } from '@rts/shared/texts/sentence'
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
export type WatchedKeyword = Pick<KeywordPast, 'keywordId' | 'keyword'> & { seen: readonly Seen[] }
/** `isFound` false: the site was mostly not found, and the place is behind what was read. */
export type Usual = UsualPlace & { isFound: boolean }

export type AlertKnowledge = {
  /** The keywords that are looked at, with their checks of the last weeks. */
  pasts: readonly WatchedKeyword[]
  prompts: readonly PromptRow[]
  /** Clicks of the search console day by day, the oldest first. */
  clicks: readonly { day: string; clicks: number }[]
  links: readonly BacklinkRow[]
  /** When the links were read; null where they never were. */
  linksAt: string | null
  issues: readonly IssueRow[]
  /** The findings of the card `rival_passed`, one a competitor. */
  rivalsAhead: readonly Pick<Moment, 'subject' | 'fact' | 'at'>[]
  /** The finding of the card `checks_fail`: the number of keywords, and their common reason. */
  failedChecks: readonly (Pick<Moment, 'subject' | 'at'> & { keywords: number; reason: Sentence | null })[]
}
export type AlertSource = keyof AlertKnowledge

/** A moment at which a rule's condition began to hold. */
export type Moment = {
  /** Its topic: a keyword, a host, an issue. */
  subject: string
  /** Different for each moment of its topic, and always the same for the same moment. */
  fact: string
  /** When it was read. */
  at: string
  keywordId: string | null
  /** The topic for people: the phrase, the host, the title of the issue. */
  name: string
  /** The name for other languages, where it is a sentence of ours. */
  sentence?: Sentence
  /** The figures before and after; 0 of a rank is not found. Null where there are none. */
  from: number | null
  to: number | null
  /** Of how many `to` is a share. */
  answers?: number
  url: string | null
}

/** A stated rule with its formula. `find` is pure and answers every moment that the facts know of, at the threshold. */
export type AlertRule<S extends AlertSource = AlertSource> = {
  name: AlertRuleName
  reads: readonly S[]
  /** The condition lasts so long beyond a moment: one of the same topic within these days is the same alert. */
  lastsDays: number
  find(known: Pick<AlertKnowledge, S>, threshold: number, now: Date): Moment[]
}

/** Keeps the names of what a rule reads. */
export function defineAlert<S extends AlertSource>(rule: AlertRule<S>): AlertRule<S> {
  return rule
}
