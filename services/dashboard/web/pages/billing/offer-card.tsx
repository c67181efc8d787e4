import { useAccount } from '../../api/account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/cards.tsx'
import type { Subscription } from './current-plan.tsx'
import { LowerPlan } from './lower-plan.tsx'
import { money } from './money.ts'
import { gives, isSold, nameOf, type Offer, type SoldOffer } from './plan-names.ts'

type OfferCardProps = { offer: Offer; subscription: Subscription; onChoose(offer: SoldOffer): void }

/** What a plan gives and costs, and the way to it. */
export function OfferCard({ offer, subscription, onChoose }: OfferCardProps) {
  const isOwn = offer.plan === subscription.plan
  return (
    <Card
      title={nameOf(offer.plan)}
      isChosen={isOwn}
      badge={isOwn && <Badge tone="good">your plan</Badge>}
      figure={priceOf(offer)}
      lines={gives(offer)}
      action={<OfferButton {...{ offer, subscription, onChoose }} />}
    />
  )
}

function OfferButton({ offer, subscription, onChoose }: OfferCardProps) {
  const { role } = useAccount()
  if (role === 'member') return null
  if (offer.isDowngrade) return <LowerPlan offer={offer} subscription={subscription} />
  if (!isSold(offer) || subscription.checkout === null || subscription.openOrderId !== null) return null
  const deed = offer.prices.some(({ kind }) => kind === 'renew') ? 'Renew' : 'Buy'
  return (
    <Button look="primary" onClick={() => onChoose(offer)} aria-label={`${deed} ${nameOf(offer.plan)}`}>
      {deed}
    </Button>
  )
}

function priceOf({ prices }: Offer): string {
  const month = prices.find(({ months }) => months === 1)
  return month ? `${money(month.amountIdr, 'IDR')} a month` : ''
}
