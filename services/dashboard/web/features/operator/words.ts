import type { OutputOf } from '../../api/call.ts'

export type Card = OutputOf<'advice.list'>['cards'][number]
export type Decision = OutputOf<'adviceRules.get'>['log'][number]
export type Rule = OutputOf<'adviceRules.get'>['rules'][number]

export const ruleNames: Readonly<Record<Rule['rule'], string>> = {
  left_top_10: 'Out of the top 10',
  near_top_10: 'Just outside the top 10',
  page_swap: 'Pages swap places',
  rival_passed: 'Passed by a competitor',
  errors_on_ranking_page: 'Errors on a ranking page',
  link_to_disavow: 'Link to disavow',
  checks_fail: 'Checks fail',
}
export const actionNames = { disavow: 'Disavow it', plan: 'Plan a refresh' } as const
export const pageNames = {
  keywords: 'Show it',
  comparison: 'Compare',
  issues: 'Show the issues',
  backlinks: 'Show the links',
} as const
const decisionNames = { dismiss: 'Dismissed', done: 'Marked as done', snooze: 'Put off for a week', act: 'Carried out' }
const endings = { under_way: 'under way', counts: '', undone: 'undone', over: 'over' }

/** What became of a card, in a few words. */
export function decisionWords({ decision, deed, status }: Decision): string {
  const ending = endings[status]
  return `${deed ?? decisionNames[decision]}${ending && `: ${ending}`}`
}
