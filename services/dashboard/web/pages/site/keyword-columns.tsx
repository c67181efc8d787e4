import { Link } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Change } from '../../ui/change.tsx'
import { RankSpark } from '../../ui/charts/rank-spark.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { checkedColumn } from '../../ui/data-table/columns.tsx'
import { gainOf, pageChanged, type Rank, rankOrder } from './standing.ts'

/** What is known of a keyword, column by column. */
export function keywordColumns(
  siteId: string,
  sparks: ReadonlyMap<string, readonly (number | null)[]>,
): DataColumn<Rank>[] {
  return [
    {
      id: 'keyword',
      head: 'Keyword',
      cell: ({ id, keyword }) => (
        <Link
          to={pages.keywords}
          params={{ siteId }}
          search={(before: object) => ({ ...before, open: id })}
          resetScroll={false}
          title={keyword}
        >
          {keyword}
        </Link>
      ),
      value: ({ keyword }) => keyword,
    },
    {
      id: 'where',
      head: 'Where',
      cell: ({ country, language }) => `${country} · ${language}`,
      value: ({ country, language }) => `${country} ${language}`,
      width: 84,
      wide: true,
    },
    {
      id: 'position',
      head: 'Position',
      cell: positionOf,
      value: ({ position }) => position,
      order: rankOrder,
      figures: true,
      width: 104,
    },
    {
      id: 'change',
      head: 'Change',
      cell: ({ change, position, previousPosition }) => <Change {...{ change, position, previousPosition }} />,
      value: ({ change }) => change,
      order: gainOf,
      downFirst: true,
      figures: true,
      width: 92,
    },
    {
      id: 'before',
      head: 'Before',
      cell: ({ previousPosition }) => (previousPosition === 0 ? 'not found' : (previousPosition ?? '–')),
      value: ({ previousPosition }) => previousPosition,
      order: ({ previousPosition }) => rankOrder({ position: previousPosition }),
      figures: true,
      width: 92,
      wide: true,
      extra: true,
    },
    {
      id: 'best',
      head: 'Best',
      cell: ({ best }) => best ?? '–',
      value: ({ best }) => best,
      figures: true,
      width: 72,
      wide: true,
    },
    {
      id: 'month',
      head: '30 days',
      cell: ({ id }) => <RankSpark positions={sparks.get(id) ?? []} />,
      value: ({ id }) =>
        sparks
          .get(id)
          ?.map((position) => position ?? '')
          .join(' ') ?? null,
      order: gainOf,
      downFirst: true,
      width: 112,
      wide: true,
    },
    {
      id: 'page',
      head: 'Page',
      cell: (rank) =>
        rank.url && (
          <span title={pageChanged(rank) ? `${rank.url} (before: ${rank.previousUrl})` : rank.url}>
            {pageChanged(rank) && <Badge tone="warn">changed</Badge>} {pathOf(rank.url)}
          </span>
        ),
      value: ({ url }) => url,
      wide: true,
    },
    checkedColumn,
    {
      id: 'source',
      head: 'Source',
      cell: ({ source, sandbox }) => (sandbox ? `${source} (sandbox)` : source),
      value: ({ source }) => source,
      width: 150,
      wide: true,
      extra: true,
    },
  ]
}

function positionOf({ position, lastCheck, frozen }: Rank) {
  if (frozen) return <Badge tone="warn">over the limit</Badge>
  if (position === null)
    return lastCheck?.status === 'failed' ? <Badge tone="bad">failed</Badge> : <Badge>waiting</Badge>
  const shown = position === 0 ? <Badge>not found</Badge> : <b>{position}</b>
  if (lastCheck?.status !== 'queued') return shown
  return (
    <>
      <Badge>queued</Badge> {shown}
    </>
  )
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url
}
