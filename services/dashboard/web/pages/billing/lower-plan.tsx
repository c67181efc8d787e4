import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Day } from '../../ui/time.tsx'
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
      label={`Change to ${nameOf(plan)} later`}
      title={`Change to ${nameOf(plan)}?`}
      action={`Change to ${nameOf(plan)}`}
      onConfirm={async () => {
        await call('subscriptions.update', { body: { nextPlan: plan } })
        await readAgain(queries, 'subscriptions.get')
      }}
    >
      <p>
        {nameOf(subscription.plan)} stays until <Day at={paidUntil} />. What is beyond the limits of {nameOf(plan)} then
        is kept and can be read, and is not checked any more. No money goes back.
      </p>
    </ConfirmButton>
  )
}
