import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Day } from '../../kit/words/time.tsx'
import type { Subscription } from './current-plan.tsx'
import { nameOf, type Offer } from './plan-names.ts'

/** Chooses a lower plan for the time after the paid one. */
export function LowerPlan({ offer: { plan }, subscription }: { offer: Offer; subscription: Subscription }) {
  const queries = useQueryClient()
  const { paidUntil, nextPlan } = subscription
  if (paidUntil === null || nextPlan === plan) return null
  return (
    <ConfirmButton
      look="plain"
      label={`Downgrade to ${nameOf(plan)} at period end`}
      title={`Downgrade to ${nameOf(plan)}?`}
      action={`Downgrade to ${nameOf(plan)}`}
      onConfirm={async () => {
        await call('subscriptions.update', { body: { nextPlan: plan } })
        await readAgain(queries, 'subscriptions.get')
      }}
    >
      <p>
        You keep {nameOf(subscription.plan)} until <Day at={paidUntil} />. After that, data beyond the limits of{' '}
        {nameOf(plan)} stays readable and is no longer checked. There is no refund.
      </p>
    </ConfirmButton>
  )
}
