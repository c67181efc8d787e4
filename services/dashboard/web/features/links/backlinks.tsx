import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { links as t } from '../../../texts/links.ts'
import { useRights } from '../../api/account.tsx'
import { whole } from '../../api/call.ts'
import { Segments } from '../../kit/form/filters.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { pages } from '../../routes.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { useDisavowal } from './disavow.tsx'
import { Disavowed } from './disavowed.tsx'
import { type Backlink, linkColumns } from './link-columns.tsx'
import { linkLists, type Review, reviews } from './search.ts'

const route = getRouteApi(`/inside${pages.backlinks}`)

export function Backlinks() {
  const { siteId } = route.useParams()
  const { list = 'links' } = route.useSearch()
  const navigate = useNavigate({ from: pages.backlinks })
  const lists = (
    <Segments
      label={t.list}
      names={linkLists}
      chosen={list}
      onChoose={(next) => void navigate({ search: { list: next } })}
    />
  )
  return (
    <SiteFrame siteId={siteId} title={t.backlinks} actions={lists}>
      {list === 'links' ? (
        <Panel title={t.newLostLinks} line={t.ofTheLastYear}>
          <Links siteId={siteId} />
        </Panel>
      ) : (
        <Disavowed siteId={siteId} />
      )}
    </SiteFrame>
  )
}

const days = 365

function Links({ siteId }: { siteId: string }) {
  return (
    <Collected query={whole('backlinks.list', { params: { id: siteId }, query: { days } }, 'rows')}>
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
        rowName={nameOf}
        defaultSort="-review"
        filters={
          <Segments label={t.review} names={{ all: t.all, ...reviews }} chosen={review ?? 'all'} onChoose={choose} />
        }
        actions={manages ? action : undefined}
        empty={review && rows.length > 0 ? t.noLinksMatch : empty}
      />
      {confirm}
    </>
  )
}

const nameOf = ({ urlFrom, domainFrom, anchor }: Backlink) => `${urlFrom ?? domainFrom} ${anchor ?? ''}`
