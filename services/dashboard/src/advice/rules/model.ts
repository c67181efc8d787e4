import type { AdviceCard, AdviceRule, PassRow, TurnRow } from '@rts/shared/contract/rows/advice'
import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import type { IssueRow } from '@rts/shared/contract/rows/content'
import type { OverviewRow } from '@rts/shared/contract/rows/rank'

/** What the owners of facts know of a site. */
export type Knowledge = {
  /** The present rank of each keyword. */
  ranks: readonly OverviewRow[]
  /** Turns of four weeks, the newest first. */
  turns: readonly TurnRow[]
  passes: readonly PassRow[]
  /** Searches a month, by the id of a keyword; those that are known. */
  volumes: ReadonlyMap<string, number>
  links: readonly BacklinkRow[]
  /** What the last crawl found; `at` is when. */
  audit: { issues: readonly IssueRow[]; at: string | null; sandbox: boolean }
}
export type Source = keyof Knowledge

/** What a card proposes to do by itself, as its owner is asked for it. */
export type Deed =
  | { kind: 'disavow'; domain: string }
  | { kind: 'plan'; q: string; country: string; language: string; context: string }

/** A fact that a rule found. */
export type Finding = Pick<AdviceCard, 'title' | 'evidence' | 'at' | 'page' | 'keywordIds'> & {
  /** What it is about: a card about the same thing is the same card. */
  subject: string
  /** What a decision about it holds for: with another fact the card comes back. */
  fact: string
  deed: Deed | null
  sandbox: boolean
}

/** A stated rule. `find` is pure; what matters most comes first. */
export type Rule<S extends Source = Source> = {
  name: AdviceRule
  statement: string
  deed: Deed['kind'] | null
  reads: readonly S[]
  find(known: Pick<Knowledge, S>, now: Date): Finding[]
}

/** Keeps the names of what a rule reads. */
export function defineRule<S extends Source>(rule: Rule<S>): Rule<S> {
  return rule
}
