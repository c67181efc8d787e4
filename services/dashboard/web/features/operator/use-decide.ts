import { useState } from 'react'
import { call, type InputOf } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { sentenceOf } from '../../api/refusal.ts'
import type { Decision } from './words.ts'

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
