import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { billing as t } from '../../../texts/billing.ts'
import { useRights } from '../../api/account.tsx'
import { call, queries, read, readAgain } from '../../api/call.ts'
import { ButtonAnchor, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Loaded, Page, Panel, Row } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Day, Moment } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { money } from './money.ts'
import { isUnderWay, methodName, type Order, OrderStatus } from './order-status.tsx'
import { nameOf, orderName } from './plan-names.ts'

const route = getRouteApi(`/inside${pages.order}`)

/** An order that polls its state: the provider's page leads back here. */
export function OrderPage() {
  const { orderId } = route.useParams()
  const query = read('orders.get', { params: { orderId } })
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.order) ? 2_000 : false),
  })
  const status = data?.order.status
  useEffect(() => {
    // The plan and its limits are others from now on.
    if (status === 'paid') void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'orders.get' })
  }, [status])
  return (
    <Page title={t.order}>
      <Loaded query={query}>{({ order }) => <OrderPanel order={order} />}</Loaded>
    </Page>
  )
}

function OrderPanel({ order }: { order: Order }) {
  const { id: orderId, status, payUrl, receiptNumber } = order
  const isOpen = status === 'open' || status === 'draft'
  return (
    <Panel title={orderName(order)} line={t.orderNamed(orderId)}>
      <OrderWord order={order} />
      <Facts>{factsOf(order)}</Facts>
      <Row>
        {status === 'open' && payUrl !== null && (
          <ButtonAnchor look="primary" href={payUrl}>
            {t.goToThePaymentPage}
          </ButtonAnchor>
        )}
        {isOpen && <CancelOrder orderId={orderId} />}
        {receiptNumber !== null && (
          <ButtonLink to={pages.receipt} params={{ orderId }}>
            {t.receipt}
          </ButtonLink>
        )}
        {['expired', 'cancelled', 'failed'].includes(status) && (
          <ButtonLink to={pages.prices}>{t.orderAgain}</ButtonLink>
        )}
      </Row>
    </Panel>
  )
}

function factsOf(order: Order): [string, ReactNode][] {
  const { status, amount, credit, currency, method, startsAt, endsAt, paidAt, expiresAt } = order
  const facts: [string, ReactNode][] = [
    [t.status, <OrderStatus key="state" order={order} />],
    [t.toPay, money(amount, currency)],
    [t.credit, credit > 0 && money(credit, currency)],
    [t.paidWith, method && methodName(method)],
    [t.paid, paidAt && <Day key="paid" at={paidAt} />],
    [t.from, startsAt && <Day key="from" at={startsAt} />],
    [t.until, endsAt && <Day key="until" at={endsAt} />],
    [t.payBefore, status === 'open' && expiresAt && <Moment key="expires" at={expiresAt} />],
  ]
  return facts.filter(([, fact]) => fact)
}

function CancelOrder({ orderId }: { orderId: string }) {
  const { manages } = useRights()
  if (!manages) return null
  return (
    <ConfirmButton
      label={t.cancelOrder}
      title={t.cancelThisOrder}
      action={t.cancelOrder}
      onConfirm={async () => {
        const { order } = await call('orders.cancel', { params: { orderId } })
        queries.setQueryData(['orders.get', { params: { orderId } }], { order })
        await readAgain()
      }}
    >
      <p>{t.ifAPayment}</p>
    </ConfirmButton>
  )
}

function OrderWord({ order: { status, plan, isPending } }: { order: Order }) {
  switch (status) {
    case 'draft':
      return <Notice>{t.creatingPaymentPage}</Notice>
    case 'open':
      return isPending ? <Notice>{t.paymentIsInProgress}</Notice> : <Notice>{t.notPaidYet}</Notice>
    case 'paid':
      return <Notice tone="good">{t.paidActiveNowApi(nameOf(plan))}</Notice>
    case 'review':
      return <Notice tone="warn">{t.amountWeReceivedDiffers}</Notice>
    case 'expired':
      return <Notice>{t.orderExpiredUnpaid}</Notice>
    case 'cancelled':
      return <Notice>{t.cancelledNothingPaid}</Notice>
    case 'failed':
      return <Notice tone="bad">{t.paymentPage}</Notice>
    case 'refunding':
      return <Notice>{t.refundIsInProgress}</Notice>
    case 'refunded':
      return <Notice>{t.refundedSentence}</Notice>
  }
}
