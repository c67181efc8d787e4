import { Link } from '@tanstack/react-router'
import { sites as t } from '../../../texts/sites.ts'
import { Badge } from '../../kit/badge.tsx'
import { ScoreSpark } from '../../kit/chart/rank-spark.tsx'
import { Muted } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { checkedColumn, whereColumn } from '../../kit/table/columns.tsx'
import { Moved } from '../../kit/words/change.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { pages } from '../../routes.ts'
import { gainOf, type Site, scoreOf, stateOf } from './site-figures.ts'

export const siteColumns: DataColumn<Site>[] = [
  {
    id: 'site',
    head: t.site,
    cell: ({ id, name, domain }) => (
      <>
        <Link to={pages.site} params={{ siteId: id }} title={`${name}, ${domain}`}>
          {name}
        </Link>{' '}
        <Muted>{domain === name ? '' : domain}</Muted>
      </>
    ),
    value: ({ name }) => name,
  },
  {
    id: 'domain',
    head: t.domain,
    cell: ({ domain }) => domain,
    value: ({ domain }) => domain,
    priority: 2,
    extra: true,
  },
  {
    id: 'tags',
    head: t.tags,
    cell: ({ tags }) => tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
    value: ({ tags }) => tags.join(' '),
    priority: 2,
    extra: true,
  },
  {
    id: 'visibility',
    head: t.visibility,
    cell: (site) => <b>{figure(scoreOf(site), 1)}</b>,
    value: scoreOf,
    downFirst: true,
    figures: true,
    width: 96,
  },
  {
    id: 'gain',
    head: t.days30,
    cell: (site) => <Moved by={gainOf(site)} />,
    value: gainOf,
    downFirst: true,
    figures: true,
    width: 84,
  },
  {
    id: 'month',
    head: t.trend,
    cell: ({ scores }) => <ScoreSpark values={scores} />,
    value: ({ scores }) => scores.map((score) => score ?? '').join(' '),
    order: gainOf,
    downFirst: true,
    width: 112,
    priority: 3,
  },
  count('top3', t.top3),
  count('top10', t.top10),
  count('up', t.up),
  count('down', t.down),
  { ...count('notFound', t.notFound), width: 92, extra: true },
  { ...count('failed', t.failed), extra: true },
  { ...count('keywords', t.keywords), width: 88, priority: 3 },
  { ...checkedColumn, priority: 3 },
  {
    id: 'state',
    head: t.status,
    cell: (site) => <Badge tone={stateOf(site).tone}>{stateOf(site).word}</Badge>,
    value: (site) => stateOf(site).word,
    width: 116,
    priority: 2,
  },
  { ...whereColumn, extra: true },
]

function count(
  id: 'top3' | 'top10' | 'up' | 'down' | 'notFound' | 'failed' | 'keywords',
  head: string,
): DataColumn<Site> {
  return {
    id,
    head,
    cell: (site) => figure(site[id]),
    value: (site) => site[id],
    downFirst: true,
    figures: true,
    width: 70,
    priority: 2,
  }
}
