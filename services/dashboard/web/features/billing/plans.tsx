import { Link } from '@tanstack/react-router'
import { useState } from 'react'
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

/** What each plan gives and costs; the account's own is marked. */
export function Plans() {
  const { accountId, role } = useAccount()
  const [chosen, setChosen] = useState<Quote>()
  return (
    <Page
      title="Plans"
      line="Prepaid for a month or a year. No automatic renewal."
      actions={role !== 'member' && <ButtonLink to={pages.orders}>Orders and receipts</ButtonLink>}
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
              Paid with QRIS, a virtual account or an e-wallet, in rupiah. For an invoice in US dollars:{' '}
              <Contact email={subscription.supportEmail} />
            </p>
          </>
        )}
      </Loaded>
      <BuyDialog quote={chosen} onClose={() => setChosen(undefined)} />
    </Page>
  )
}

/** Why nothing can be bought now, or that no money moves. */
function Hindrances({ subscription }: { subscription: Subscription }) {
  const { checkout, isSandbox, supportEmail, openOrderId } = subscription
  const { role } = useAccount()
  return (
    <>
      {isSandbox && <Notice tone="warn">Sandbox: payments are simulated, and no money moves.</Notice>}
      {openOrderId !== null && (
        <Notice>
          An order is open:{' '}
          <Link to={pages.order} params={{ orderId: openOrderId }}>
            pay or cancel it
          </Link>{' '}
          before you make another.
        </Notice>
      )}
      {role === 'member' && <Notice>The owner or an admin of the account can buy a plan.</Notice>}
      {checkout === null && (
        <Notice>
          Payments are not set up: <Contact email={supportEmail} />
        </Notice>
      )}
    </>
  )
}

function Contact({ email }: { email: string | null }) {
  return email === null ? 'ask the operator of this installation.' : <a href={`mailto:${email}`}>write to {email}</a>
}
