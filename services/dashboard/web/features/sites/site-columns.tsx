import { Link } from '@tanstack/react-router'
import { Badge } from '../../kit/badge.tsx'
import { ScoreSpark } from '../../kit/chart/rank-spark.tsx'
import { Muted } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { checkedColumn, whereColumn } from '../../kit/table/columns.tsx'
import { Moved } from '../../kit/words/change.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { pages } from '../../routes.ts'
import { gainOf, type Site, scoreOf, stateOf } from './site-figures.ts'

/** What is known of a site at a glance, column by column. */
export const siteColumns: DataColumn<Site>[] = [
  {
    id: 'site',
    head: 'Site',
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
    head: 'Domain',
    cell: ({ domain }) => domain,
    value: ({ domain }) => domain,
    priority: 2,
    extra: true,
  },
  {
    id: 'tags',
    head: 'Tags',
    cell: ({ tags }) => tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
    value: ({ tags }) => tags.join(' '),
    priority: 2,
    extra: true,
  },
  {
    id: 'visibility',
    head: 'Visibility',
    cell: (site) => <b>{figure(scoreOf(site), 1)}</b>,
    value: scoreOf,
    downFirst: true,
    figures: true,
    width: 96,
  },
  {
    id: 'gain',
    head: '30 days',
    cell: (site) => <Moved by={gainOf(site)} />,
    value: gainOf,
    downFirst: true,
    figures: true,
    width: 84,
  },
  {
    id: 'month',
    head: 'Trend',
    cell: ({ scores }) => <ScoreSpark values={scores} />,
    value: ({ scores }) => scores.map((score) => score ?? '').join(' '),
    order: gainOf,
    downFirst: true,
    width: 112,
    priority: 3,
  },
  count('top3', 'Top 3'),
  count('top10', 'Top 10'),
  count('up', 'Up'),
  count('down', 'Down'),
  { ...count('notFound', 'Not found'), width: 92, extra: true },
  { ...count('failed', 'Failed'), extra: true },
  { ...count('keywords', 'Keywords'), width: 88, priority: 3 },
  { ...checkedColumn, priority: 3 },
  {
    id: 'state',
    head: 'State',
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
