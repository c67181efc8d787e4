import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Cards } from '../../ui/cards.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { BuyDialog } from './buy-dialog.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { LowerPlan } from './lower-plan.tsx'
import { money } from './money.ts'
import { gives, isSold, nameOf, type Offer, type SoldOffer } from './plan-names.ts'

/** What each plan gives and costs; the account's own is marked. */
export function Plans() {
  const { accountId, role } = useAccount()
  const [chosen, setChosen] = useState<SoldOffer>()
  return (
    <Page
      title="Plans"
      line="Paid ahead for a month or a year. Nothing is charged again by itself."
      actions={role !== 'member' && <ButtonLink to={pages.orders}>Orders and receipts</ButtonLink>}
    >
      <Loaded query={read('subscriptions.get', { params: { accountId } })}>
        {(subscription) => {
          const { offers, plan, checkout, isSandbox, supportEmail, openOrderId } = subscription
          const canBuy = checkout !== null && role !== 'member' && openOrderId === null
          return (
            <>
              <CurrentPlan subscription={subscription} />
              {isSandbox && <Notice tone="warn">Sandbox: payments are played here, and no money moves.</Notice>}
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
              {checkout === null && <Notice>Plans cannot be paid here yet. {contact(supportEmail)}</Notice>}
              <Cards>
                {offers.map((offer) => (
                  <Card
                    key={offer.plan}
                    title={nameOf(offer.plan)}
                    isChosen={offer.plan === plan}
                    badge={offer.plan === plan && <Badge tone="good">your plan</Badge>}
                    figure={priceOf(offer)}
                    lines={gives(offer)}
                    action={
                      offer.isDowngrade ? (
                        role !== 'member' && <LowerPlan offer={offer} subscription={subscription} />
                      ) : isSold(offer) && canBuy ? (
                        <Button
                          look="primary"
                          onClick={() => setChosen(offer)}
                          aria-label={`${deedOf(offer)} ${nameOf(offer.plan)}`}
                        >
                          {deedOf(offer)}
                        </Button>
                      ) : null
                    }
                  />
                ))}
              </Cards>
              <p>
                Paid with QRIS, a virtual account or an e-wallet, in rupiah. For an invoice in US dollars:{' '}
                {contact(supportEmail)}
              </p>
            </>
          )
        }}
      </Loaded>
      <BuyDialog offer={chosen} onClose={() => setChosen(undefined)} />
    </Page>
  )
}

function deedOf({ prices }: SoldOffer): string {
  return prices.some(({ kind }) => kind === 'renew') ? 'Renew' : 'Buy'
}

function priceOf({ prices }: Offer): string {
  const month = prices.find(({ months }) => months === 1)
  return month ? `${money(month.amountIdr, 'IDR')} a month` : ''
}

function contact(email: string | null) {
  return email === null ? 'ask the operator of this installation.' : <a href={`mailto:${email}`}>write to {email}</a>
}
