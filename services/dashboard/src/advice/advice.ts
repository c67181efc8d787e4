import type { Parts } from '../parts.ts'
import { startActing } from './acting.ts'
import { createAdvisor } from './advisor.ts'
import { adviceHandlers } from './cards.ts'
import { type AdviceParts, createActions } from './decisions.ts'
import { createTotals } from './totals.ts'

export { cardFactsOf, readersOf } from './advisor.ts'
export { deleteAdvice } from './allowed-rules.sql.ts'

/** Cards about a site: rules over the facts of other services, and decisions of people and of rules that may act. */
export function createAdvice({ inNameOf, ...parts }: AdviceParts & Pick<Parts, 'inNameOf'>) {
  const advise = createAdvisor(parts)
  const actions = createActions(parts)
  const totals = createTotals({ ...parts, advise })
  const background = startActing({ ...parts, advise, actions, inNameOf })
  const wake = () => {
    for (const lane of background) lane.wake()
  }
  return {
    handlers: { ...adviceHandlers({ ...parts, adviseAll: totals.adviseAll, actions, wake }), ...totals.handlers },
    background,
  }
}
