import { Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Day } from '../../ui/time.tsx'
import { money } from './money.ts'
import { type Order, OrderStatus } from './order-status.tsx'
import { nameOf } from './plan-names.ts'

/** Every order of the account, the newest first, with its receipt. */
export function Orders() {
  return (
    <Page title="Orders and receipts">
      <Loaded query={read('orders.list', { query: { limit: 1_000 } })}>
        {({ orders }) => (
          <Panel title={orders.length === 1 ? 'One order' : `${orders.length} orders`}>
            <Table
              caption="Orders"
              columns={columns}
              rows={orders}
              rowId={({ id }) => id}
              empty={<Link to={pages.prices}>Nothing was ordered yet: see the plans</Link>}
            />
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}

const columns: Column<Order>[] = [
  {
    head: 'Order',
    cell: ({ id, plan, months }) => (
      <Link to={pages.order} params={{ orderId: id }}>
        {nameOf(plan)}, {months === 1 ? 'one month' : `${months} months`}
      </Link>
    ),
  },
  { head: 'Made', cell: ({ createdAt }) => <Day at={createdAt} /> },
  { head: 'Amount', cell: ({ amount, currency }) => money(amount, currency), figures: true },
  { head: 'State', cell: (order) => <OrderStatus order={order} /> },
  {
    head: 'Receipt',
    cell: ({ id, receiptNumber }) =>
      receiptNumber !== null && (
        <Link to={pages.receipt} params={{ orderId: id }}>
          {receiptNumber}
        </Link>
      ),
    figures: true,
  },
]
