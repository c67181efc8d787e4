import { useQueryClient } from '@tanstack/react-query'
import { billing as t } from '../../../texts/billing.ts'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Day } from '../../kit/words/time.tsx'
import { money } from './money.ts'
import { nameOf } from './plan-names.ts'

export type Subscription = OutputOf<'subscriptions.get'>

export function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const { plan, paidUntil, graceUntil, isInGrace, nextPlan, balanceIdr } = subscription
  const balance = balanceIdr > 0 && <Notice>{t.youHaveOfCredit(money(balanceIdr, 'IDR'))}</Notice>
  if (paidUntil === null) return balance
  return (
    <>
      {balance}
      {isInGrace ? (
        <Notice tone="warn">
          {t.wasPaidUntil(
            nameOf(plan),
            <Day at={paidUntil} />,
            graceUntil === null ? t.itEnds : <Day at={graceUntil} />,
          )}
        </Notice>
      ) : (
        <Notice tone="good">{t.isPaidUntil(nameOf(plan), <Day at={paidUntil} />)}</Notice>
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
      {t.accountThenChanges(nameOf(nextPlan))}{' '}
      {role !== 'member' && (
        <ActionButton look="quiet" action={stay}>
          {t.keep(nameOf(subscription.plan))}
        </ActionButton>
      )}
    </Notice>
  )
}
