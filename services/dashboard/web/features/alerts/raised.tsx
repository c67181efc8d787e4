import { alertRules, alerts as t } from '../../../texts/alerts.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Muted, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { AlertTopic } from '../raised-alerts/exports.ts'

type Alert = OutputOf<'alerts.list'>['alerts'][number]

export function Raised({ siteId }: { siteId: string }) {
  return (
    <Panel title={t.raised} line={t.raisedLine}>
      <Loaded query={read('alerts.list', { params: { id: siteId } })}>
        {({ alerts }) => (
          <Table caption={t.raised} columns={columnsOf(siteId)} rows={alerts} rowId={({ id }) => id} empty={t.none} />
        )}
      </Loaded>
    </Panel>
  )
}

function columnsOf(siteId: string): Column<Alert>[] {
  return [
    {
      head: t.alert,
      cell: (alert) => (
        <>
          <AlertTopic siteId={siteId} alert={alert} />
          <br />
          <Muted>{alertRules[alert.rule]}</Muted>
        </>
      ),
    },
    { head: t.for, cell: ({ isForChannels }) => <Badge>{isForChannels ? t.forChannels : t.forMe}</Badge> },
    { head: t.when, figures: true, cell: ({ raisedAt }) => <Ago at={raisedAt} /> },
  ]
}
