import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Panel, Row } from '../../ui/page.tsx'
import { Day, Moment } from '../../ui/time.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { money } from './money.ts'
import { isUnderWay, type Order, OrderStatus } from './order-status.tsx'
import { OrderWord } from './order-word.tsx'
import { nameOf } from './plan-names.ts'

const route = getRouteApi(`/inside${pages.order}`)

/** An order that follows itself: the provider's page leads back here, and its word decides. */
export function OrderPage() {
  const { orderId } = route.useParams()
  const queries = useQueryClient()
  const query = read('orders.get', { params: { orderId } })
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.order) ? 2_000 : false),
  })
  const status = data?.order.status
  useEffect(() => {
    // The plan and its limits are others from now on.
    if (status === 'paid') void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'orders.get' })
  }, [status, queries])
  return (
    <Page title="Order">
      <Loaded query={query}>{({ order }) => <OrderPanel order={order} />}</Loaded>
    </Page>
  )
}

function OrderPanel({ order }: { order: Order }) {
  const { id: orderId, plan, months, amount, credit, currency, method, startsAt, endsAt, paidAt, expiresAt } = order
  const facts: [string, React.ReactNode][] = [
    ['State', <OrderStatus key="state" order={order} />],
    ['To pay', money(amount, currency)],
    ...(credit > 0 ? [['Credit', money(credit, currency)] as [string, string]] : []),
    ...(method ? [['Paid with', method] as [string, string]] : []),
    ...(paidAt ? [['Paid', <Moment key="paid" at={paidAt} />] as [string, React.ReactNode]] : []),
    ...(startsAt ? [['From', <Day key="from" at={startsAt} />] as [string, React.ReactNode]] : []),
    ...(endsAt ? [['Until', <Day key="until" at={endsAt} />] as [string, React.ReactNode]] : []),
    ...(order.status === 'open' && expiresAt
      ? [['Pay before', <Moment key="expires" at={expiresAt} />] as [string, React.ReactNode]]
      : []),
  ]
  return (
    <Panel title={`${nameOf(plan)}, ${months === 1 ? 'one month' : `${months} months`}`} line={`Order ${orderId}`}>
      <OrderWord order={order} />
      <Facts>{facts}</Facts>
      <Row>
        {order.status === 'open' && order.payUrl !== null && (
          <a href={order.payUrl} data-button>
            Go to the payment page
          </a>
        )}
        {(order.status === 'open' || order.status === 'draft') && <CancelOrder orderId={orderId} />}
        {order.receiptNumber !== null && (
          <ButtonLink to={pages.receipt} params={{ orderId }}>
            Receipt
          </ButtonLink>
        )}
        {['expired', 'cancelled', 'failed'].includes(order.status) && (
          <ButtonLink to={pages.prices}>Order again</ButtonLink>
        )}
      </Row>
    </Panel>
  )
}
