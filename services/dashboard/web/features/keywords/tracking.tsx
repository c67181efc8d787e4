import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { useAccount, useRights } from '../../api/account.tsx'
import { call, type OutputOf, read, readAgain, whole } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Badge, Notice, Refused } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import type { DataTableProps } from '../../kit/table/props.ts'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { NoRoom, roomLeft } from '../billing/exports.ts'
import { identityOf } from './pasted.ts'

type Phrases<Row> = {
  phraseOf(row: Row): string
  /** Whether it was tracked when the row was read, in whatever country and language. */
  isTracked(row: Row): boolean
}

export function useKeywordRoom() {
  const { accountId } = useAccount()
  // Read anew on each page: keywords are added and deleted in many places. The menu has just asked for the first one.
  return useQuery({ ...read('keywordRoom.get', { params: { accountId } }), staleTime: 5_000 }).data
}

/** Tracks phrases where they are found, one or many: the column and the action of a table, and what came of it. */
function useTracking<Row>(siteId: string, { phraseOf, isTracked }: Phrases<Row>) {
  const tracked = useTracked(siteId)
  const room = useKeywordRoom()
  const { track, asked, notice } = useTracks(siteId)
  const { writes } = useRights()
  const has = useMemo(
    () => (row: Row) => isTracked(row) || tracked?.idOf(phraseOf(row)) !== undefined,
    [phraseOf, isTracked, tracked],
  )
  const column = useMemo((): DataColumn<Row> => {
    const button = (phrase: string) => (
      <Button busy={asked.includes(phrase)} aria-label={t.track(phrase)} onClick={() => track([phrase])}>
        {t.trackPlain}
      </Button>
    )
    return textColumn('tracked', t.tracked, (row) => (has(row) ? t.yes : t.no), {
      width: 96,
      cell: (row) => {
        if (has(row)) return <Tracked siteId={siteId} keywordId={tracked?.idOf(phraseOf(row))} />
        // Until it is known what is tracked nothing is offered.
        return writes && tracked && button(phraseOf(row))
      },
    })
  }, [siteId, phraseOf, has, tracked, asked, track, writes])
  const actions = (rows: readonly Row[], clear: () => void) => {
    const fresh = rows.filter((row) => !has(row)).map(phraseOf)
    const fit = room ? Math.min(fresh.length, roomLeft(room)) : fresh.length
    const trackAll = () => {
      track(fresh.slice(0, fit))
      clear()
    }
    return (
      <>
        {room && <NoRoom limit={{ name: 'keywords', ...room }} wanted={fresh.length} fit={fit} />}
        <Button look="primary" busy={asked.length > 0} disabled={fit === 0} onClick={trackAll}>
          {t.trackCount(figure(fit))}
        </Button>
      </>
    )
  }
  return { column, notice, ...(writes && { actions }) }
}

function Tracked({ siteId, keywordId }: { siteId: string; keywordId: string | undefined }) {
  if (keywordId === undefined) return <Badge tone="good">{t.tracked}</Badge>
  return (
    <Link to={pages.keywords} params={{ siteId }} search={{ open: keywordId }}>
      {t.tracked}
    </Link>
  )
}

const nothing: readonly string[] = []

function useTracks(siteId: string) {
  const room = useKeywordRoom()
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: (phrases: readonly string[]) =>
      call('keywords.createBulk', { params: { id: siteId }, body: { text: phrases.join('\n') } }),
    onSuccess: () => readAgain('movements.list', 'keywords.list', 'keywordRoom.get'),
  })
  const refused = data ? overLimit(data) : 0
  const revived = data?.revived ?? 0
  const isNotable = data && ((variables?.length ?? 0) > 1 || refused > 0 || revived > 0)
  const notice = error ? (
    <Refused error={error} />
  ) : (
    isNotable &&
    (refused > 0 && room ? (
      <NoRoom limit={{ name: 'keywords', ...room }} wanted={data.added + refused} fit={data.added} isDone />
    ) : (
      <Notice tone="good">
        {t.nowTracked(data.added)} {revived > 0 && revivedWords(data.added, revived)}
      </Notice>
    ))
  )
  return { track: mutate, asked: isPending ? (variables ?? nothing) : nothing, notice }
}

export function revivedWords(added: number, revived: number): string {
  return added === 1 ? t.oneRevived : t.revived(revived)
}

export function overLimit({ skippedLines }: Pick<OutputOf<'keywords.createBulk'>, 'skippedLines'>): number {
  return skippedLines.filter(({ code }) => code === 'plan_limit_reached').length
}

/** The ids of the phrases that the site tracks as new ones are: in its own country and language; undefined until they are read. */
function useTracked(siteId: string): { idOf(phrase: string): string | undefined } | undefined {
  const { data: listed } = useQuery(whole('keywords.list', { params: { id: siteId }, query: {} }, 'keywords'))
  const { data: found } = useQuery(read('sites.get', { params: { id: siteId } }))
  return useMemo(() => {
    if (!listed || !found) return undefined
    const { country, language } = found.project
    const here = listed.keywords.filter(
      ({ device, location, ...each }) =>
        each.country === country && each.language === language && device === 'desktop' && location === null,
    )
    const ids = new Map(here.map(({ keyword, id }) => [identityOf(keyword), id]))
    return { idOf: (phrase) => ids.get(identityOf(phrase)) }
  }, [listed, found])
}

type TrackableTableProps<Row> = Pick<
  DataTableProps<Row>,
  'noun' | 'columns' | 'rows' | 'defaultSort' | 'filters' | 'empty'
> & { siteId: string; phrases: Phrases<Row> }

export function TrackableTable<Row>({ siteId, phrases, columns, ...table }: TrackableTableProps<Row>) {
  const { column, notice, ...selected } = useTracking(siteId, phrases)
  const all = useMemo(() => [...columns, column], [columns, column])
  return (
    <>
      {notice}
      <DataTable {...table} columns={all} rowId={phrases.phraseOf} {...selected} />
    </>
  )
}
