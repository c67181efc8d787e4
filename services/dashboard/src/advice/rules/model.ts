import type { AdviceCard, AdviceRule, NotableChangeRow, PassRow } from '@rts/shared/contract/rows/advice'
import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import type { IssueRow } from '@rts/shared/contract/rows/content'
import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import type { Sentence } from '@rts/shared/texts/sentence'

export type Knowledge = {
  ranks: readonly OverviewRow[]
  /** Notable changes of four weeks, the newest first. */
  changes: readonly NotableChangeRow[]
  passes: readonly PassRow[]
  /** Searches a month, by the id of a keyword; those that are known. */
  volumes: ReadonlyMap<string, number>
  links: readonly BacklinkRow[]
  /** The issues of the last crawl, at the time `at`. */
  audit: { issues: readonly IssueRow[]; at: string | null; sandbox: boolean }
}
export type Source = keyof Knowledge

/** An action that a card proposes, as its owner is asked for it. */
export type Action =
  | { kind: 'disavow'; domain: string }
  | { kind: 'plan'; q: string; country: string; language: string; context: string }

export type Finding = Pick<AdviceCard, 'title' | 'evidence' | 'at' | 'page' | 'keywordIds'> & {
  /** The id of its topic: a card about the same topic is the same card. */
  subject: string
  /** A decision holds for this fact: with another one the card comes back. */
  fact: string
  action?: Action
  sandbox: boolean
}

/** A stated rule. `find` is pure; the most important comes first. */
export type Rule<S extends Source = Source> = {
  name: AdviceRule
  statement: Sentence
  /** The kind of action that its cards propose, if any. */
  action?: Action['kind']
  reads: readonly S[]
  find(known: Pick<Knowledge, S>, now: Date): Finding[]
}

/** Keeps the names of what a rule reads. */
export function defineRule<S extends Source>(rule: Rule<S>): Rule<S> {
  return rule
}
