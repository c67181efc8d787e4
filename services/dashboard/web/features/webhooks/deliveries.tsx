import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { call, type InputOf, paged, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Answered, More, Panel } from '../../kit/layout/page.tsx'
import { Badge, Refused } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { type Delivery, outcomeOf } from './words.tsx'

type DeliveriesProps = { params: InputOf<'webhookDeliveries.list'>['params']; mayManage: boolean }

export function Deliveries({ params, mayManage }: DeliveriesProps) {
  const deliveries = useInfiniteQuery(paged('webhookDeliveries.list', (cursor) => ({ params, query: { cursor } })))
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (n: number) => call('webhookDeliveries.retry', { params, body: { n } }),
    onSettled: () => readAgain('webhooks.list', 'webhookDeliveries.list'),
  })
  const columns = mayManage ? [...common, againColumn(mutate, isPending ? variables : undefined)] : common
  return (
    <Panel title={t.deliveries} line={t.keptFor14Days}>
      {error && <Refused error={error} />}
      <Answered of={deliveries}>
        {({ pages }) => (
          <Table
            caption={t.deliveries}
            columns={columns}
            rows={pages.flatMap((page) => page.deliveries)}
            rowId={({ n }) => String(n)}
            empty={t.noDeliveries}
          />
        )}
      </Answered>
      <More of={deliveries}>{t.showOlder}</More>
    </Panel>
  )
}

const common: Column<Delivery>[] = [
  {
    head: t.event,
    cell: ({ type, createdAt }) => (
      <>
        {t.events[type]}
        <br />
        <Ago at={createdAt} />
      </>
    ),
  },
  { head: t.state, cell: stateOf },
  {
    head: t.lastAnswer,
    cell: (delivery) => (
      <>
        {outcomeOf(delivery)}
        {delivery.answer !== null && (
          <>
            <br />
            <code>{delivery.answer}</code>
          </>
        )}
      </>
    ),
  },
]

function stateOf({ deliveredAt, tries }: Delivery) {
  if (deliveredAt !== null) return <Badge tone="good">{tries > 1 ? t.deliveredAfter(tries) : t.delivered}</Badge>
  return tries === 0 ? <Badge>{t.waitingLower}</Badge> : <Badge tone="warn">{t.triedTimes(tries)}</Badge>
}

function againColumn(onAgain: (n: number) => void, busy: number | undefined): Column<Delivery> {
  return buttonColumn(t.sendAgain, ({ n, type, deliveredAt }) => (
    <Button
      look="quiet"
      busy={busy === n}
      onClick={() => onAgain(n)}
      aria-label={(deliveredAt === null ? t.sendNowNamed : t.sendAgainNamed)(t.events[type], n)}
    >
      {deliveredAt === null ? t.sendNow : t.sendAgain}
    </Button>
  ))
}
