import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Badge } from '../../ui/badge.tsx'
import { ScoreSpark } from '../../ui/charts/rank-spark.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { checkedColumn, whereColumn } from '../../ui/data-table/columns.tsx'
import { figure } from '../../ui/figure.tsx'
import { Moved } from '../../ui/moved.tsx'
import { Muted } from '../../ui/page.tsx'

export type Site = OutputOf<'siteSummaries.list'>['sites'][number]

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
    wide: true,
    extra: true,
  },
  {
    id: 'tags',
    head: 'Tags',
    cell: ({ tags }) => tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
    value: ({ tags }) => tags.join(' '),
    wide: true,
    extra: true,
  },
  {
    id: 'visibility',
    head: 'Visibility',
    cell: ({ score, keywords }) => <b>{keywords > 0 ? figure(score, 1) : '–'}</b>,
    value: ({ score, keywords }) => (keywords > 0 ? score : null),
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
    head: 'Course',
    cell: ({ scores }) => <ScoreSpark values={scores} />,
    value: ({ scores }) => scores.map((score) => score ?? '').join(' '),
    order: gainOf,
    downFirst: true,
    width: 112,
    wide: true,
  },
  count('top3', 'Top 3'),
  count('top10', 'Top 10'),
  count('up', 'Up'),
  count('down', 'Down'),
  { ...count('notFound', 'Not found'), extra: true },
  { ...count('failed', 'Failed'), extra: true },
  { ...count('keywords', 'Keywords'), width: 88 },
  checkedColumn,
  {
    id: 'state',
    head: 'State',
    cell: stateOf,
    value: ({ frozen, checksPausedAt }) => (frozen ? 'over the limit' : checksPausedAt ? 'paused' : 'checked'),
    width: 116,
    wide: true,
  },
  { ...whereColumn, extra: true },
]

function count(
  id: 'top3' | 'top10' | 'up' | 'down' | 'notFound' | 'failed' | 'keywords',
  head: string,
): DataColumn<Site> {
  return {
    ...{ id, head, cell: (site) => figure(site[id]), value: (site) => site[id] },
    ...{ downFirst: true, figures: true, width: 74, wide: true },
  }
}

/** How far the visibility went in the thirty days; null without a day to compare with. */
function gainOf({ scores }: Site): number | null {
  const known = scores.filter((score) => score !== null)
  const [first, last] = [known[0], known.at(-1)]
  return known.length < 2 || first === undefined || last === undefined ? null : Math.round(10 * (last - first)) / 10
}

function stateOf({ frozen, checksPausedAt, failed }: Site) {
  if (frozen) return <Badge tone="warn">over the limit</Badge>
  if (checksPausedAt) return <Badge>paused</Badge>
  return failed > 0 ? <Badge tone="bad">{failed} failed</Badge> : <Badge tone="good">checked</Badge>
}
