import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type InputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { sentenceOf } from '../../ui/refused.tsx'
import type { Decision } from './words.ts'

type Wish = InputOf<'advice.update'>['body']

/** Decides on cards, and remembers the last decision so that it can be undone at once. */
export function useDecide(siteId: string) {
  const queries = useQueryClient()
  const [state, setState] = useState<{ busy?: string; last?: Decision; failure?: string }>({})
  const decide = async (wish: Wish) => {
    setState({ busy: wish.about })
    try {
      const { decided } = await call('advice.update', { params: { id: siteId }, body: wish })
      setState({ last: decided })
    } catch (error) {
      setState({ failure: sentenceOf(error) })
    }
    await readAgain(queries, 'advice.list', 'adviceRules.get')
  }
  return { ...state, decide }
}
export type Decide = ReturnType<typeof useDecide>['decide']
