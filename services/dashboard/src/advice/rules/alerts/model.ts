import type { AlertRule as AlertRuleName } from '@rts/shared/contract/rows/alert'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import type { Knowledge } from '../model.ts'
import type { WatchedKeyword } from './checks.ts'

/** All that alerts are made of: what cards rest on, and the past of keywords, AI answers and clicks. */
export type AlertKnowledge = Knowledge & {
  /** The keywords that are looked at, with their checks of the last weeks. */
  pasts: readonly WatchedKeyword[]
  prompts: readonly PromptRow[]
  /** Clicks of the search console day by day, the oldest first. */
  clicks: readonly { day: string; clicks: number }[]
  /** When the links were read; null where they never were. */
  linksAt: string | null
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
