import { useState } from 'react'
import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { call, type InputOf, type OutputOf, readAgain } from '../../api/call.ts'
import { sentenceOf } from '../../api/refusal.ts'

export type Card = OutputOf<'advice.list'>['cards'][number]
export type Decision = OutputOf<'adviceRules.get'>['log'][number]
export type Rule = OutputOf<'adviceRules.get'>['rules'][number]

export const ruleNames: Readonly<Record<Rule['rule'], string>> = {
  left_top_10: t.outOfTheTop10,
  near_top_10: t.justOutsideTheTop10,
  page_swap: t.pagesSwapPlaces,
  rival_passed: t.passedCompetitor,
  errors_on_ranking_page: t.errorsOnARankingPage,
  link_to_disavow: t.linkToDisavow,
  checks_fail: t.failingChecks,
}
export const actionNames = { disavow: t.disavowIt, plan: t.planARefresh } as const
export const pageNames = {
  keywords: t.showIt,
  comparison: t.compare,
  issues: t.showTheIssues,
  backlinks: t.showTheLinks,
} as const
const decisionNames = { dismiss: t.dismissed, done: t.markedAsDone, snooze: t.snoozedWeek, act: t.done }
const endings = { under_way: t.inProgress, counts: '', undone: t.undoneLower, over: t.over }

export function decisionWords({ decision, action, status }: Decision): string {
  const ending = endings[status]
  return `${action === null ? decisionNames[decision] : said(action)}${ending && `: ${ending}`}`
}

type Choice = InputOf<'advice.update'>['body']
type State = { busy: readonly string[]; last?: Decision; failure?: string }

/** Decides on cards, several at a time, and remembers the last decision so that it can be undone at once. */
export function useDecide(siteId: string) {
  const [state, setState] = useState<State>({ busy: [] })
  const decide = async (choice: Choice) => {
    setState(({ busy }) => ({ busy: [...busy, choice.about] }))
    try {
      const { decided } = await call('advice.update', { params: { id: siteId }, body: choice })
      setState(({ busy }) => ({ busy, last: decided }))
    } catch (error) {
      setState(({ busy }) => ({ busy, failure: sentenceOf(error) }))
    }
    // Nothing can be decided twice: a card waits until the list no longer has it.
    await readAgain('advice.list', 'adviceRules.get')
    setState(({ busy, ...outcome }) => ({ ...outcome, busy: busy.filter((about) => about !== choice.about) }))
  }
  return { ...state, decide }
}
export type Decide = ReturnType<typeof useDecide>['decide']
