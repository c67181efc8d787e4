import { Link } from '@tanstack/react-router'
import { alertSentence } from '../../../texts/alerts.ts'
import type { OutputOf } from '../../api/call.ts'
import { pages } from '../../routes.ts'

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
