import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alerts as t } from '../../../texts/alerts.ts'
import { useAccount } from '../../api/account.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { AlertTopic } from './alert-topic.tsx'
import { useLastVisit } from './last-visit.ts'

type Recent = OutputOf<'alerts.list'>['alerts'][number]

const shown = 5

/** The alerts of the last seven days about all sites; nothing where there is none. */
export function RecentAlerts() {
  const { accountId } = useAccount()
  const lastVisit = useLastVisit(accountId)
  const { data } = useQuery(read('alerts.list', { params: {} }))
  if (!data || data.total === 0) return null
  return (
    <Panel title={t.alerts} line={t.ofTheWeek(Math.min(shown, data.alerts.length), data.total)}>
      <Table
        caption={t.alerts}
        columns={columnsOf(lastVisit)}
        rows={data.alerts.slice(0, shown)}
        rowId={({ id }) => id}
        empty=""
      />
    </Panel>
  )
}

function columnsOf(lastVisit: string | undefined): Column<Recent>[] {
  return [
    {
      head: t.alert,
      cell: (alert) => (
        <>
          <AlertTopic siteId={alert.projectId} alert={alert} />{' '}
          {lastVisit !== undefined && alert.raisedAt > lastVisit && <Badge tone="warn">{t.isNew}</Badge>}
        </>
      ),
    },
    {
      head: t.site,
      cell: ({ projectId, site }) => (
        <Link to={pages.alerts} params={{ siteId: projectId }}>
          {site}
        </Link>
      ),
      width: 190,
      priority: 2,
    },
    { head: t.when, figures: true, cell: ({ raisedAt }) => <Ago at={raisedAt} />, width: 110 },
  ]
}
