import { Link } from '@tanstack/react-router'
import { Badge } from '../../kit/badge.tsx'
import { RankSpark } from '../../kit/chart/rank-spark.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { checkedColumn, textColumn, whereColumn } from '../../kit/table/columns.tsx'
import { RowName } from '../../kit/table/row.tsx'
import { Change } from '../../kit/words/change.tsx'
import { pages } from '../../routes.ts'
import { sourceName } from '../collects/exports.ts'
import { gainOf, pageChanged, type Rank, rankColumn } from '../ranks/exports.ts'

type Sparks = ReadonlyMap<string, readonly (number | null)[]>

type Edit = (rank: Rank) => void

/** What is known of a keyword, column by column. */
export function keywordColumns(siteId: string, sparks: Sparks, onEdit: Edit): DataColumn<Rank>[] {
  return [
    keywordColumn(siteId, onEdit),
    whereColumn,
    ...ranks,
    monthColumn(sparks),
    pageColumn,
    checkedColumn,
    sourceColumn,
  ]
}

function keywordColumn(siteId: string, onEdit: Edit): DataColumn<Rank> {
  return {
    id: 'keyword',
    head: 'Keyword',
    cell: (rank) => (
      <RowName action={`Edit ${rank.keyword}`} onAction={() => onEdit(rank)}>
        <Link
          to={pages.keywords}
          params={{ siteId }}
          search={(before: object) => ({ ...before, open: rank.id })}
          resetScroll={false}
          title={rank.keyword}
        >
          {rank.keyword}
        </Link>
      </RowName>
    ),
    value: ({ keyword }) => keyword,
  }
}

const ranks: DataColumn<Rank>[] = [
  rankColumn('position', 'Position', ({ position }) => position, { cell: positionOf }),
  {
    id: 'change',
    head: 'Change',
    cell: ({ change, position, previousPosition }) => (
      <Change change={change} position={position} previousPosition={previousPosition} />
    ),
    value: ({ change }) => change,
    order: gainOf,
    downFirst: true,
    figures: true,
    width: 92,
  },
  rankColumn('before', 'Before', ({ previousPosition }) => previousPosition, { width: 92, priority: 2, extra: true }),
  rankColumn('best', 'Best', ({ best }) => best, { width: 72, priority: 2 }),
]

function monthColumn(sparks: Sparks): DataColumn<Rank> {
  return {
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
    priority: 2,
  }
}

const pageColumn: DataColumn<Rank> = {
  id: 'page',
  head: 'Page',
  cell: (rank) =>
    rank.url && (
      <span title={pageChanged(rank) ? `${rank.url} (before: ${rank.previousUrl})` : rank.url}>
        {pageChanged(rank) && <Badge tone="warn">changed</Badge>} {pathOf(rank.url)}
      </span>
    ),
  value: ({ url }) => url,
  priority: 2,
}

const sourceColumn = textColumn<Rank>(
  'source',
  'Source',
  ({ source, sandbox }) => source && sourceName(source, sandbox),
  { width: 150, priority: 2, extra: true },
)

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
