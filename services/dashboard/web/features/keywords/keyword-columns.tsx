import { Link } from '@tanstack/react-router'
import { keywords as t } from '../../../texts/keywords.ts'
import { kit } from '../../../texts/kit.ts'
import { RankSpark } from '../../kit/chart/rank-spark.tsx'
import { Badge } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { centsColumn, checkedColumn, figureColumn, textColumn, whereColumn } from '../../kit/table/columns.tsx'
import { RowName } from '../../kit/table/row.tsx'
import { Change } from '../../kit/words/change.tsx'
import { pages } from '../../routes.ts'
import { sourceName } from '../collects/exports.ts'
import { gainOf, pageChanged, type Rank, rankColumn } from '../ranks/exports.ts'
import { aiOverviewText, type Figures, snippetText } from './keyword-figures.tsx'

type Sparks = ReadonlyMap<string, readonly (number | null)[]>

type Edit = (rank: Rank) => void

/** `figures` is empty where research knows none of the phrases. */
type Looks = { sparks: Sparks; hasTags: boolean; figures: ReadonlyMap<string, Figures> }

/** Without `onEdit` the keywords have no button for it. */
export function keywordColumns(
  siteId: string,
  { sparks, hasTags, figures }: Looks,
  onEdit: Edit | undefined,
): DataColumn<Rank>[] {
  return [
    keywordColumn(siteId, onEdit),
    whereColumn,
    ...ranks,
    monthColumn(sparks),
    ...(figures.size > 0 ? moneyColumns(figures) : []),
    pageColumn,
    ...blockColumns,
    ...(hasTags ? [tagsColumn] : []),
    checkedColumn,
    sourceColumn,
  ]
}

function keywordColumn(siteId: string, onEdit: Edit | undefined): DataColumn<Rank> {
  return textColumn('keyword', t.keyword, ({ keyword }) => keyword, {
    cell: (rank) => (
      <RowName action={t.editNamed(rank.keyword)} onAction={onEdit && (() => onEdit(rank))}>
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
  })
}

const ranks: DataColumn<Rank>[] = [
  rankColumn('position', t.position, ({ position }) => position, { cell: positionOf }),
  figureColumn('change', t.change, ({ change }: Rank) => change, {
    cell: (rank) => <Change {...rank} />,
    order: gainOf,
    width: 92,
  }),
  rankColumn('before', t.before, ({ previousPosition }) => previousPosition, { width: 92, priority: 2, extra: true }),
  rankColumn('best', t.best, ({ best }) => best, { width: 72, priority: 2 }),
]

function monthColumn(sparks: Sparks): DataColumn<Rank> {
  return textColumn(
    'month',
    t.days30,
    ({ id }: Rank) =>
      sparks
        .get(id)
        ?.map((position) => (position === 0 ? t.notFound : (position ?? '')))
        .join('; ') ?? null,
    {
      cell: ({ id }) => <RankSpark positions={sparks.get(id) ?? []} />,
      order: gainOf,
      downFirst: true,
      width: 112,
      priority: 2,
    },
  )
}

function moneyColumns(figures: Looks['figures']): DataColumn<Rank>[] {
  const of = (name: keyof Figures) => (rank: Rank) => figures.get(rank.id)?.[name] ?? null
  return [
    figureColumn('volume', t.volumeShort, of('volume'), { width: 84, priority: 2 }),
    centsColumn('cpc', t.cpcShort, of('cpc'), { width: 92, priority: 2, extra: true }),
    figureColumn('value', t.valueShort, of('value'), { width: 96, priority: 2 }),
  ]
}

const pageColumn: DataColumn<Rank> = textColumn('page', t.page, ({ url }) => url, {
  cell: (rank) =>
    rank.url && (
      <span title={pageChanged(rank) ? t.beforeNamed(rank.url, rank.previousUrl ?? '') : rank.url}>
        {pageChanged(rank) && <Badge tone="warn">{t.changed}</Badge>} {pathOf(rank.url)}
      </span>
    ),
  priority: 2,
})

const blockColumns: DataColumn<Rank>[] = [
  textColumn('ai', t.aiOverview, aiOverviewText, { width: 116, priority: 2, extra: true }),
  textColumn('snippet', t.snippet, snippetText, { width: 96, priority: 2, extra: true }),
]

const tagsColumn: DataColumn<Rank> = textColumn('tags', t.tags, ({ tags }) => tags.join(', ') || null, {
  cell: ({ tags }) => (
    <span title={tags.join(', ')}>
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  ),
  width: 130,
  priority: 3,
})

const sourceColumn = textColumn<Rank>(
  'source',
  t.source,
  ({ source, sandbox }) => source && sourceName(source, sandbox),
  { width: 150, priority: 2, extra: true },
)

function positionOf({ position, depth, lastCheck, frozen }: Rank) {
  if (frozen) return <Badge tone="warn">{t.overTheLimit}</Badge>
  if (position === null) return stateOf(lastCheck)
  const shown = position === 0 ? <Badge title={kit.notFoundWithin(depth)}>{t.notFound}</Badge> : <b>{position}</b>
  const doubt = doubtOf(lastCheck)
  if (lastCheck?.status !== 'queued' && !doubt) return shown
  return (
    <>
      {doubt ?? <Badge>{t.queued}</Badge>} {shown}
    </>
  )
}

function doubtOf(lastCheck: Rank['lastCheck']) {
  const why = doubtText(lastCheck)
  if (!why) return null
  return (
    <Badge tone="warn" title={why}>
      {lastCheck?.error === 'suspect' ? t.suspect : t.respelled}
    </Badge>
  )
}

/** Why the last page of a keyword does not count; undefined where it does, or there is none. */
export function doubtText(lastCheck: Rank['lastCheck']): string | undefined {
  if (lastCheck?.error === 'suspect') return t.suspectPage
  return lastCheck?.error === 'respelled' ? t.respelledPage : undefined
}

function stateOf(lastCheck: Rank['lastCheck']) {
  if (lastCheck?.status !== 'failed') return <Badge>{t.waiting}</Badge>
  const doubt = doubtOf(lastCheck)
  if (doubt) return doubt
  const isOffered = lastCheck.error !== 'unsupported'
  return (
    <Badge tone="bad" title={isOffered ? undefined : t.noProviderOffersThis}>
      {isOffered ? t.failed : t.notOffered}
    </Badge>
  )
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url
}
