import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { billing as t } from '../../../texts/billing.ts'
import { useAccount } from '../../api/account.ts'
import { read } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Cards } from '../../kit/layout/cards.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { pages } from '../../routes.ts'
import { BuyDialog, type Quote } from './buy-dialog.tsx'
import { CurrentPlan, type Subscription } from './current-plan.tsx'
import { OfferCard } from './offer-card.tsx'

export function Plans() {
  const { accountId, role } = useAccount()
  const [chosen, setChosen] = useState<Quote>()
  return (
    <Page
      title={t.plans}
      line={t.prepaidForAMonth}
      actions={role !== 'member' && <ButtonLink to={pages.orders}>{t.ordersAndReceipts}</ButtonLink>}
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
  const { role } = useAccount()
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
      {role === 'member' && <Notice>{t.onlyAnOwnerOrAdmin}</Notice>}
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
