import { Link } from '@tanstack/react-router'
import { sites as t } from '../../../texts/sites.ts'
import { ScoreSpark } from '../../kit/chart/rank-spark.tsx'
import { Muted } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { checkedColumn, figureColumn, textColumn, whereColumn } from '../../kit/table/columns.tsx'
import { Moved } from '../../kit/words/change.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { clientOf, gainOf, type ListedSite, scoreOf, stateOf } from './site-figures.ts'

/** The columns of sites; where any has a tag, they are grouped by client. */
export function siteColumnsOf(sites: readonly ListedSite[]): DataColumn<ListedSite>[] {
  return sites.some((site) => clientOf(site) !== null) ? [name, client, ...others] : [name, ...others]
}

const client = textColumn<ListedSite>('client', t.client, clientOf, { groups: true, width: 120, priority: 2 })
const name = textColumn<ListedSite>('site', t.site, ({ name }) => name, {
  cell: ({ id, name, domain }) => (
    <>
      <Link to={pages.site} params={{ siteId: id }} title={`${name}, ${domain}`}>
        {name}
      </Link>{' '}
      <Muted>{domain === name ? '' : domain}</Muted>
    </>
  ),
})
const others: DataColumn<ListedSite>[] = [
  textColumn('domain', t.domain, ({ domain }) => domain, { cell: ({ domain }) => domain, priority: 2, extra: true }),
  textColumn('tags', t.tags, ({ tags }) => tags.join(' '), {
    cell: ({ tags }) => tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
    priority: 2,
    extra: true,
  }),
  figureColumn('visibility', t.visibility, scoreOf, { cell: (site) => <b>{figure(scoreOf(site), 1)}</b> }),
  figureColumn('gain', t.days7, gainOf, { cell: (site) => <Moved by={gainOf(site)} />, width: 84 }),
  textColumn<ListedSite>(
    'month',
    t.trend,
    ({ scores, carried }) => scores.map((score, i) => (carried?.[i] ? null : score)).join(' '),
    {
      cell: ({ scores, carried }) => <ScoreSpark values={scores} carried={carried} />,
      order: gainOf,
      downFirst: true,
      width: 112,
      priority: 3,
    },
  ),
  count('top3', t.top3),
  count('top10', t.top10),
  count('up', t.up),
  count('down', t.down),
  figureColumn('moved', t.moved, ({ up, down }) => up + down, { width: 92, priority: 3 }),
  figureColumn('decide', t.toDecide, ({ advice }) => advice, {
    cell: ({ id, name: site, advice }) =>
      advice === null || advice === 0 ? (
        figure(advice)
      ) : (
        <Link to={pages.operator} params={{ siteId: id }} aria-label={t.recommendationsOf(advice, site)}>
          {figure(advice)}
        </Link>
      ),
    width: 88,
    priority: 2,
  }),
  { ...count('notFound', t.notFound), width: 92, extra: true },
  { ...count('failed', t.failed), extra: true },
  { ...count('keywords', t.keywords), width: 88, priority: 3 },
  { ...checkedColumn, priority: 3 },
  textColumn('state', t.status, (site) => stateOf(site).word, {
    cell: (site) => <Badge tone={stateOf(site).tone}>{stateOf(site).word}</Badge>,
    width: 116,
    priority: 2,
  }),
  { ...whereColumn, extra: true },
]

function count(
  id: 'top3' | 'top10' | 'up' | 'down' | 'notFound' | 'failed' | 'keywords',
  head: string,
): DataColumn<ListedSite> {
  return figureColumn(id, head, (site) => site[id], { cell: (site) => figure(site[id]), width: 70, priority: 2 })
}
