import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { links as t } from '../../../texts/links.ts'
import { useRights } from '../../api/account.ts'
import { whole } from '../../api/whole.ts'
import { Segments } from '../../kit/form/toggles.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/first-rows.tsx'
import { pages } from '../../routes.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { useDisavowal } from './disavow.tsx'
import { type Backlink, linkColumns } from './link-columns.tsx'
import { type Review, reviews } from './search.ts'

const route = getRouteApi(`/inside${pages.backlinks}`)
const days = 365

export function Links({ siteId }: { siteId: string }) {
  return (
    <Collected
      query={whole('backlinks.list', { params: { id: siteId }, query: { days } }, 'rows')}
      isSample={({ rows }) => rows.some(({ sandbox }) => sandbox)}
    >
      {({ rows, total, ...state }) => (
        <>
          <LinkTable siteId={siteId} rows={rows} empty={noRows(state, t.noLinksWereFound)} />
          <FirstRows shown={rows.length} total={total} />
        </>
      )}
    </Collected>
  )
}

function LinkTable({ siteId, rows, empty }: { siteId: string; rows: readonly Backlink[]; empty: string }) {
  const { review } = route.useSearch()
  const navigate = useNavigate({ from: pages.backlinks })
  const { manages } = useRights()
  const { action, confirm } = useDisavowal(siteId)
  const wanted = useMemo(() => rows.filter(({ suggestion }) => !review || suggestion === review), [rows, review])
  const choose = (next: Review | 'all') =>
    void navigate({ search: (before: object) => ({ ...before, review: next === 'all' ? undefined : next }) })
  return (
    <>
      <DataTable
        noun={t.linksLower}
        columns={linkColumns}
        rows={wanted}
        rowId={({ id }) => id}
        rowName={nameOf}
        defaultSort="-review"
        filters={
          <Segments label={t.review} names={{ all: t.all, ...reviews }} chosen={review ?? 'all'} onChoose={choose} />
        }
        {...(manages && { actions: action })}
        empty={review && rows.length > 0 ? t.noLinksMatch : empty}
      />
      {confirm}
    </>
  )
}

const nameOf = ({ urlFrom, domainFrom, anchor }: Backlink) => `${urlFrom ?? domainFrom} ${anchor ?? ''}`
