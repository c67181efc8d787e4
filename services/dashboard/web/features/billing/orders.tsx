import { Link } from '@tanstack/react-router'
import { billing as t } from '../../../texts/billing.ts'
import { read } from '../../api/call.ts'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { money } from './money.ts'
import { type Order, OrderStatus, statusWord } from './order-status.tsx'
import { orderName, nameOf as planName } from './plan-names.ts'

export function Orders() {
  return (
    <Page title={t.ordersAndReceipts}>
      <Loaded query={read('orders.list', { query: { limit: 1_000 } })}>
        {({ orders, total }) => (
          <Panel title={t.allOrders}>
            <DataTable
              noun={t.ordersLower}
              columns={columns}
              rows={orders}
              rowName={nameOf}
              defaultSort="-made"
              empty={<Link to={pages.prices}>{t.noOrdersYet}</Link>}
            />
            <FirstRows shown={orders.length} total={total} />
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}

const nameOf = ({ plan, receiptNumber }: Order) => `${planName(plan)} ${receiptNumber ?? ''}`

const columns: DataColumn<Order>[] = [
  textColumn('order', t.order, (order: Order) => orderName(order), {
    cell: (order) => (
      <Link to={pages.order} params={{ orderId: order.id }}>
        {orderName(order)}
      </Link>
    ),
  }),
  textColumn('made', t.created, ({ createdAt }) => createdAt, {
    cell: ({ createdAt }) => <Day at={createdAt} />,
    downFirst: true,
    width: 112,
    priority: 2,
  }),
  textColumn('amount', t.amount, ({ amount, currency }) => money(amount, currency), {
    order: ({ amount }) => amount,
    figures: true,
    width: 112,
  }),
  textColumn('state', t.status, (order: Order) => statusWord(order), {
    cell: (order) => <OrderStatus order={order} />,
    width: 132,
  }),
  textColumn('receipt', t.receipt, ({ receiptNumber }) => receiptNumber, {
    cell: ({ id, receiptNumber }) =>
      receiptNumber !== null && (
        <Link to={pages.receipt} params={{ orderId: id }}>
          {receiptNumber}
        </Link>
      ),
    figures: true,
    width: 132,
    priority: 2,
  }),
]
