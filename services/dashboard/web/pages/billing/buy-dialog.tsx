import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { pages } from '../../routes.ts'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { Day } from '../../ui/time.tsx'
import { money } from './money.ts'
import { nameOf, type SoldOffer } from './plan-names.ts'

type Price = SoldOffer['prices'][number]
const periods = { 1: 'One month', 12: 'One year' }

/** How long, what it costs, and the way to the provider's page. */
export function BuyDialog({ offer, onClose }: { offer: SoldOffer | undefined; onClose(): void }) {
  return (
    <Dialog title={offer ? nameOf(offer.plan) : ''} open={offer !== undefined} onClose={onClose}>
      {offer?.prices[0] && <Buy plan={offer.plan} prices={offer.prices} first={offer.prices[0]} />}
    </Dialog>
  )
}

function Buy({ plan, prices, first }: Pick<SoldOffer, 'plan' | 'prices'> & { first: Price }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [price, setPrice] = useState(first)
  return (
    <Form
      action="Pay"
      onSend={async () => {
        const { order } = await call('orders.create', { body: { plan, months: price.months } })
        await readAgain(queries, 'subscriptions.get')
        if (order.payUrl !== null) location.assign(order.payUrl)
        else await navigate({ to: pages.order, params: { orderId: order.id } })
      }}
    >
      <Choice
        name="months"
        label="For how long?"
        chosen={String(price.months)}
        onChoose={(months) => setPrice(prices.find((one) => String(one.months) === months) ?? first)}
        options={prices.map(({ months, amountIdr }) => ({
          value: String(months),
          label: `${periods[months]}, ${money(amountIdr, 'IDR')}`,
        }))}
      />
      <Facts>
        {[
          ['From', <Day key="from" at={price.startsAt} />],
          ['Until', <Day key="until" at={price.paidUntil} />],
          ...(price.creditIdr > 0
            ? [['Credit for what is left of your plan', `− ${money(price.creditIdr, 'IDR')}`] as [string, string]]
            : []),
          ['To pay', <b key="due">{money(price.dueIdr, 'IDR')}</b>],
        ]}
      </Facts>
      <p>You choose QRIS, a virtual account or an e-wallet on the next page.</p>
    </Form>
  )
}
