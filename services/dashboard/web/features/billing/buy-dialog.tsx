import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { billing as t } from '../../../texts/billing.ts'
import { useAccount } from '../../api/account.tsx'
import { change, type InputOf, queries, read } from '../../api/call.ts'
import { Refusal } from '../../api/refusal.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { money } from './money.ts'
import { isSold, nameOf, type SoldOffer, savedByYear } from './plan-names.ts'

/** An offer with the moment of its prices: the order names both, so that the amount shown is the amount charged. */
export type Quote = { offer: SoldOffer; quotedAt: string }
type Price = SoldOffer['prices'][number]
const periods = { 1: t.oneMonth, 12: t.oneYear }

export function BuyDialog({ quote, onClose }: { quote: Quote | undefined; onClose(): void }) {
  return (
    <Dialog title={quote ? nameOf(quote.offer.plan) : ''} open={quote !== undefined} onClose={onClose}>
      {quote && <Buy first={quote} />}
    </Dialog>
  )
}

function Buy({ first }: { first: Quote }) {
  const [{ offer, quotedAt }, setQuote] = useState(first)
  const [months, setMonths] = useState(offer.prices[0]?.months)
  const order = useOrder(setQuote)
  const price = offer.prices.find((one) => one.months === months) ?? offer.prices[0]
  if (!price) return null
  return (
    <Form
      action={t.pay}
      onSend={() => order({ plan: offer.plan, months: price.months, quotedAt, dueIdr: price.dueIdr })}
    >
      <Choice
        name="months"
        label={t.period}
        chosen={String(price.months)}
        onChoose={(chosen) => setMonths(chosen === '12' ? 12 : 1)}
        options={offer.prices.map((one) => ({
          value: String(one.months),
          label: `${periods[one.months]}, ${money(one.amountIdr, 'IDR')}`,
          hint: one.months === 12 ? savedByYear(offer) : '',
        }))}
      />
      <Facts>{factsOf(price)}</Facts>
      <p>{t.chooseQris}</p>
    </Form>
  )
}

function factsOf({ startsAt, paidUntil, creditIdr, dueIdr }: Price): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [t.from, <Day key="from" at={startsAt} />],
    [t.until, <Day key="until" at={paidUntil} />],
    [t.credit, creditIdr > 0 && t.forTheRest(money(creditIdr, 'IDR'))],
    [t.toPay, <b key="due">{money(dueIdr, 'IDR')}</b>],
  ]
  return facts.filter(([, fact]) => fact)
}

/** Orders at the price that is shown, and goes to the payment page. A price that has changed is shown anew. */
function useOrder(onQuote: (quote: Quote) => void) {
  const navigate = useNavigate()
  const { accountId } = useAccount()
  return async (body: InputOf<'orders.create'>['body']) => {
    try {
      const { order } = await change('orders.create', { body }, 'subscriptions.get')
      if (order.payUrl !== null) location.assign(order.payUrl)
      else await navigate({ to: pages.order, params: { orderId: order.id } })
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== 'price_changed') throw error
      const fresh = { ...read('subscriptions.get', { params: { accountId } }), staleTime: 0 }
      const { offers, quotedAt } = await queries.fetchQuery(fresh)
      const offer = offers.filter(isSold).find(({ plan }) => plan === body.plan)
      if (offer) onQuote({ offer, quotedAt })
      throw error
    }
  }
}
