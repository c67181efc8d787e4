import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Day } from '../../kit/words/time.tsx'
import { money } from './money.ts'
import { nameOf } from './plan-names.ts'

export type Subscription = OutputOf<'subscriptions.get'>

/** Until when the plan is paid, and what comes after it. */
export function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const { plan, paidUntil, graceUntil, isInGrace, nextPlan, balanceIdr } = subscription
  const balance = balanceIdr > 0 && <Notice>You have {money(balanceIdr, 'IDR')} of credit for your next order.</Notice>
  if (paidUntil === null) return balance
  return (
    <>
      {balance}
      {isInGrace ? (
        <Notice tone="warn">
          {nameOf(plan)} was paid until <Day at={paidUntil} />. Renew it before{' '}
          {graceUntil === null ? 'it ends' : <Day at={graceUntil} />}; after that the account is on Free, and nothing is
          deleted.
        </Notice>
      ) : (
        <Notice tone="good">
          {nameOf(plan)} is paid until <Day at={paidUntil} />.
        </Notice>
      )}
      {nextPlan !== null && <Next subscription={subscription} nextPlan={nextPlan} />}
    </>
  )
}

type NextProps = { subscription: Subscription; nextPlan: NonNullable<Subscription['nextPlan']> }

function Next({ subscription, nextPlan }: NextProps) {
  const { role } = useAccount()
  const queries = useQueryClient()
  const stay = async () => {
    await call('subscriptions.update', { body: { nextPlan: null } })
    await readAgain(queries, 'subscriptions.get')
  }
  return (
    <Notice>
      After that the account moves to {nameOf(nextPlan)}.{' '}
      {role !== 'member' && (
        <ActionButton look="quiet" action={stay}>
          Stay on {nameOf(subscription.plan)}
        </ActionButton>
      )}
    </Notice>
  )
}
