import { getRouteApi } from '@tanstack/react-router'
import { billing as t } from '../../../texts/billing.ts'
import { said } from '../../../texts/said.ts'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Table } from '../../kit/table/table.tsx'
import { readable } from '../../kit/words/address-text.ts'
import { Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { money } from './money.ts'
import { methodName } from './order-status.tsx'

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
                [t.seller, seller.join(', ')],
                [t.buyer, t.account(buyer.email, buyer.accountId)],
                [t.order, orderId],
                [t.paid, <Day key="paid" at={paidAt} />],
                [t.paidWith, methodName(method)],
              ]}
            </Facts>
            <Table
              caption={t.items}
              columns={[
                { head: t.item, cell: ({ title }) => readable(said(title)) },
                { head: t.amount, cell: ({ amount }) => money(amount, currency), figures: true },
              ]}
              rows={lines}
              rowId={({ title }) => title.key}
              total={[t.total, money(total, currency)]}
            />
          </Panel>
        )}
      </Loaded>
    </Page>
  )
}
