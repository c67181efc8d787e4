import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { alertSentence, alerts as t } from '../../../texts/alerts.ts'
import { useAccount } from '../../api/account.tsx'
import { type OutputOf, read } from '../../api/call.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'

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
      <Table caption={t.alerts} columns={columnsOf(lastVisit)} rows={data.alerts.slice(0, shown)} />
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

/** When the alerts of an account were shown in this browser last, before now; undefined for the first time. */
function useLastVisit(accountId: string): string | undefined {
  const [before] = useState(() => visit(`alerts ${accountId}`))
  return before
}

function visit(key: string): string | undefined {
  const before = localStorage.getItem(key) ?? undefined
  localStorage.setItem(key, new Date().toISOString())
  return before
}

type ShownAlert = Omit<OutputOf<'alerts.list'>['alerts'][number], 'isForChannels'>

/** The page that shows an alert: the keyword's own, or the list of its kind. */
export function AlertTopic({ siteId, alert }: { siteId: string; alert: ShownAlert }) {
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

function pageOf(rule: ShownAlert['rule']) {
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
