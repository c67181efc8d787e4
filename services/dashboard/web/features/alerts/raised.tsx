import { Link } from '@tanstack/react-router'
import { alertRules, alertSentence, alerts as t } from '../../../texts/alerts.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Badge } from '../../kit/badge.tsx'
import { Muted, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'

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
          <Topic siteId={siteId} alert={alert} />
          <br />
          <Muted>{alertRules[alert.rule]}</Muted>
        </>
      ),
    },
    { head: t.for, cell: ({ isForChannels }) => <Badge>{isForChannels ? t.forChannels : t.forMe}</Badge> },
    { head: t.when, figures: true, cell: ({ raisedAt }) => <Ago at={raisedAt} /> },
  ]
}

/** The page that shows an alert: the keyword's own, or the list of its kind. */
function Topic({ siteId, alert }: { siteId: string; alert: Alert }) {
  const words = alertSentence(alert)
  const keywordId = alert.count === 1 ? alert.items[0]?.keywordId : null
  if (keywordId)
    return (
      <Link to={pages.keyword} params={{ siteId, keywordId }}>
        {words}
      </Link>
    )
  return (
    <Link to={pageOf(alert.rule)} params={{ siteId }}>
      {words}
    </Link>
  )
}

function pageOf(rule: Alert['rule']) {
  switch (rule) {
    case 'rival_passed':
      return pages.comparison
    case 'audit_errors':
      return pages.issues
    case 'links_lost':
    case 'links_won':
      return pages.backlinks
    case 'ai_lost':
    case 'ai_won':
      return pages.aiVisibility
    case 'clicks_fell':
      return pages.searchConsole
    default:
      return pages.keywords
  }
}
