import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { billing as t } from '../../../texts/billing.ts'
import { useAccount, useRights } from '../../api/account.tsx'
import { change, read } from '../../api/call.ts'
import { ActionButton } from '../../kit/action.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Cards } from '../../kit/layout/cards.tsx'
import { Loaded, Page } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { BuyDialog, type Quote } from './buy-dialog.tsx'
import { money } from './money.ts'
import { OfferCard } from './offer-card.tsx'
import { nameOf, type Subscription } from './plan-names.ts'

export function Plans() {
  const { accountId } = useAccount()
  const { manages } = useRights()
  const [chosen, setChosen] = useState<Quote>()
  return (
    <Page
      title={t.plans}
      line={t.prepaidForAMonth}
      actions={manages && <ButtonLink to={pages.orders}>{t.ordersAndReceipts}</ButtonLink>}
    >
      <Loaded query={read('subscriptions.get', { params: { accountId } })}>
        {(subscription) => (
          <>
            <CurrentPlan subscription={subscription} />
            <Hindrances subscription={subscription} />
            <Cards>
              {subscription.offers.map((offer) => (
                <OfferCard
                  key={offer.plan}
                  offer={offer}
                  subscription={subscription}
                  onChoose={(sold) => setChosen({ offer: sold, quotedAt: subscription.quotedAt })}
                />
              ))}
            </Cards>
            <p>
              {t.payByQris} <Contact email={subscription.supportEmail} />
            </p>
          </>
        )}
      </Loaded>
      <BuyDialog quote={chosen} onClose={() => setChosen(undefined)} />
    </Page>
  )
}

function Hindrances({ subscription }: { subscription: Subscription }) {
  const { checkout, isSandbox, supportEmail, openOrderId } = subscription
  const { manages } = useRights()
  return (
    <>
      {isSandbox && <Notice tone="warn">{t.sandboxPaymentsSimulatedNo}</Notice>}
      {openOrderId !== null && (
        <Notice>
          {t.youHaveAnOpenOrder(
            <Link to={pages.order} params={{ orderId: openOrderId }}>
              {t.payCancel}
            </Link>,
          )}
        </Notice>
      )}
      {!manages && <Notice>{t.onlyAnOwnerOrAdmin}</Notice>}
      {checkout === null && (
        <Notice>
          {t.paymentsAreNotSetUp} <Contact email={supportEmail} />
        </Notice>
      )}
    </>
  )
}

function Contact({ email }: { email: string | null }) {
  return email === null ? t.askTheOperator : <a href={`mailto:${email}`}>{t.writeTo(email)}</a>
}

function CurrentPlan({ subscription }: { subscription: Subscription }) {
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
  const { manages } = useRights()
  const stay = () => change('subscriptions.update', { body: { nextPlan: null } }, 'subscriptions.get')
  return (
    <Notice>
      {t.accountThenChanges(nameOf(nextPlan))}{' '}
      {manages && (
        <ActionButton look="quiet" action={stay}>
          {t.keep(nameOf(subscription.plan))}
        </ActionButton>
      )}
    </Notice>
  )
}
