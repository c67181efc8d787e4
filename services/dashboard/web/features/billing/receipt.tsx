import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Table } from '../../kit/table/table.tsx'
import { Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { methodName } from './method-name.ts'
import { money } from './money.ts'

const route = getRouteApi(`/inside${pages.receipt}`)

/** A receipt, to be printed or kept as a PDF. */
export function Receipt() {
  const { orderId } = route.useParams()
  return (
    <Page title="Receipt" actions={<Button onClick={() => print()}>Print</Button>}>
      <Loaded query={read('receipts.get', { params: { orderId } })}>
        {({ receipt: { number, issuedAt, seller, buyer, lines, currency, total, method, paidAt } }) => (
          <Panel title={`Receipt ${number}`} line={<Day at={issuedAt} />}>
            <Facts>
              {[
                ['From', seller.join(', ')],
                ['To', `${buyer.email}, account ${buyer.accountId}`],
                ['Order', orderId],
                ['Paid', <Day key="paid" at={paidAt} />],
                ['Paid with', methodName(method)],
              ]}
            </Facts>
            <Table
              caption="What was paid for"
              columns={[
                { head: 'For', cell: ({ title }) => title },
                { head: 'Amount', cell: ({ amount }) => money(amount, currency), figures: true },
              ]}
              rows={[...lines, { title: 'Total', amount: total }]}
              rowId={({ title }) => title}
              empty=""
            />
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}
