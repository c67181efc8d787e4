import { useQueryClient } from '@tanstack/react-query'
import { billing as t } from '../../../texts/billing.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Day } from '../../kit/words/time.tsx'
import type { Subscription } from './current-plan.tsx'
import { nameOf, type Offer } from './plan-names.ts'

export function LowerPlan({ offer: { plan }, subscription }: { offer: Offer; subscription: Subscription }) {
  const queries = useQueryClient()
  const { paidUntil, nextPlan } = subscription
  if (paidUntil === null || nextPlan === plan) return null
  return (
    <ConfirmButton
      look="plain"
      label={t.downgradeToAtPeriodEnd(nameOf(plan))}
      title={t.downgradeTo(nameOf(plan))}
      action={t.downgradeToNamed(nameOf(plan))}
      onConfirm={async () => {
        await call('subscriptions.update', { body: { nextPlan: plan } })
        await readAgain(queries, 'subscriptions.get')
      }}
    >
      <p>{t.youKeepUntil(nameOf(subscription.plan), <Day at={paidUntil} />, nameOf(plan))}</p>
    </ConfirmButton>
  )
}
