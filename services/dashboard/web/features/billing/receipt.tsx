import { getRouteApi } from '@tanstack/react-router'
import { billing as t } from '../../../texts/billing.ts'
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

export function Receipt() {
  const { orderId } = route.useParams()
  return (
    <Page title={t.receipt} actions={<Button onClick={() => print()}>{t.print}</Button>}>
      <Loaded query={read('receipts.get', { params: { orderId } })}>
        {({ receipt: { number, issuedAt, seller, buyer, lines, currency, total, method, paidAt } }) => (
          <Panel title={t.receiptNumber(number)} line={<Day at={issuedAt} />}>
            <Facts>
              {[
                [t.from, seller.join(', ')],
                [t.to, t.account(buyer.email, buyer.accountId)],
                [t.order, orderId],
                [t.paid, <Day key="paid" at={paidAt} />],
                [t.paidWith, methodName(method)],
              ]}
            </Facts>
            <Table
              caption={t.items}
              columns={[
                { head: t.item, cell: ({ title }) => title },
                { head: t.amount, cell: ({ amount }) => money(amount, currency), figures: true },
              ]}
              rows={[...lines, { title: t.total, amount: total }]}
              rowId={({ title }) => title}
              empty=""
            />
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}
