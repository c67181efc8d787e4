import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Day } from '../../ui/time.tsx'
import type { Subscription } from './current-plan.tsx'
import { nameOf, type Offer } from './plan-names.ts'

/** Chooses a lower plan for the time after the paid one. */
export function LowerPlan({ offer: { plan }, subscription }: { offer: Offer; subscription: Subscription }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { paidUntil, nextPlan } = subscription
  if (paidUntil === null || nextPlan === plan) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>Change to {nameOf(plan)} later</Button>
      <Confirm
        title={`Change to ${nameOf(plan)}?`}
        action={`Change to ${nameOf(plan)}`}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await call('subscriptions.update', { body: { nextPlan: plan } })
          await queries.invalidateQueries({ queryKey: ['subscriptions.get'] })
        }}
      >
        <p>
          {nameOf(subscription.plan)} stays until <Day at={paidUntil} />. What is beyond the limits of {nameOf(plan)}{' '}
          then is kept and can be read, and is not checked any more. No money goes back.
        </p>
      </Confirm>
    </>
  )
}
