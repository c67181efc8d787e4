import { billing as t } from '../../../texts/billing.ts'
import { useRights } from '../../api/account.tsx'
import { change } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Card } from '../../kit/layout/cards.tsx'
import { Badge } from '../../kit/notice.tsx'
import { Day } from '../../kit/words/time.tsx'
import { money } from './money.ts'
import {
  gives,
  isSold,
  listPrice,
  nameOf,
  type Offer,
  type SoldOffer,
  type Subscription,
  savedByYear,
} from './plan-names.ts'

type OfferCardProps = { offer: Offer; subscription: Subscription; onChoose(offer: SoldOffer): void }

export function OfferCard({ offer, subscription, onChoose }: OfferCardProps) {
  const isOwn = offer.plan === subscription.plan
  return (
    <Card
      title={nameOf(offer.plan)}
      isChosen={isOwn}
      badge={isOwn && <Badge tone="good">{t.yourPlan}</Badge>}
      figure={monthlyOf(offer)}
      notes={[yearlyOf(offer), savedByYear(offer)]}
      lines={gives(offer)}
      action={<OfferButton offer={offer} subscription={subscription} onChoose={onChoose} />}
    />
  )
}

function OfferButton({ offer, subscription, onChoose }: OfferCardProps) {
  const { manages } = useRights()
  if (!manages) return null
  if (offer.isDowngrade) return <LowerPlan offer={offer} subscription={subscription} />
  if (!isSold(offer) || subscription.checkout === null || subscription.openOrderId !== null) return null
  const action = offer.prices.some(({ kind }) => kind === 'renew') ? t.renew : t.buy
  return (
    <Button look="primary" onClick={() => onChoose(offer)} aria-label={`${action} ${nameOf(offer.plan)}`}>
      {action}
    </Button>
  )
}

/** Empty if the operator names no price: support sells it. */
function monthlyOf(offer: Offer): string {
  if (offer.plan === 'free') return money(0, 'IDR')
  const price = listPrice(offer, 1)
  return price === undefined ? '' : t.perMonth(money(price, 'IDR'))
}

function yearlyOf(offer: Offer): string {
  const price = listPrice(offer, 12)
  return price === undefined ? '' : t.perYear(money(price, 'IDR'))
}

function LowerPlan({ offer: { plan }, subscription }: { offer: Offer; subscription: Subscription }) {
  const { paidUntil, nextPlan } = subscription
  if (paidUntil === null || nextPlan === plan) return null
  return (
    <ConfirmButton
      look="plain"
      label={t.downgradeToAtPeriodEnd(nameOf(plan))}
      title={t.downgradeTo(nameOf(plan))}
      action={t.downgradeToNamed(nameOf(plan))}
      onConfirm={() => change('subscriptions.update', { body: { nextPlan: plan } }, 'subscriptions.get')}
    >
      <p>{t.youKeepUntil(nameOf(subscription.plan), <Day at={paidUntil} />, nameOf(plan))}</p>
    </ConfirmButton>
  )
}
