import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call, type OutputOf } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { pages } from '../../routes.ts'
import { Collected } from '../../ui/collected.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { figureColumn, textColumn } from '../../ui/data-table/columns.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { FirstRows } from '../../ui/data-table/first-rows.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { ideaFigures } from './idea-figures.tsx'
import { rankColumn } from './rank-column.tsx'
import { SiteFrame } from './site-frame.tsx'
import { useTracking } from './tracking.tsx'

type Found = OutputOf<'planner.list'>
type Idea = Found['rows'][number]
const route = getRouteApi(`/inside${pages.planner}`)

/** Keywords around the site, or around a phrase, in groups, and which of them are tracked. The phrase is in the address. */
export function Planner() {
  const { siteId } = route.useParams()
  const { around = '' } = route.useSearch()
  const navigate = useNavigate({ from: pages.planner })
  return (
    <SiteFrame siteId={siteId} title="Keyword planner">
      <Panel title="Around which phrase?" line="Without one: around the keywords that you track.">
        <Form action="Look" onSend={async ({ q = '' }) => void navigate({ search: { around: q.trim() || undefined } })}>
          <Field name="q" label="Phrase" defaultValue={around} maxLength={200} />
        </Form>
      </Panel>
      <Panel
        title={around === '' ? 'Around your keywords' : `Around “${around}”`}
        line="Phrases that one page can rank for stand together, the best group first. Without the column Group they stand alone."
      >
        <Collected query={ideasAround(siteId, around)} isPlayed={({ rows }) => rows.some(({ sandbox }) => sandbox)}>
          {({ rows, hint, total }) => (
            <>
              {hint && <p>{hint}</p>}
              <Ideas siteId={siteId} rows={rows} />
              <FirstRows shown={rows.length} total={total} />
            </>
          )}
        </Collected>
      </Panel>
    </SiteFrame>
  )
}

function ideasAround(siteId: string, around: string) {
  return whole(
    ['planner.list', siteId, around],
    (paging, how) =>
      call('planner.list', { params: { id: siteId }, query: { ...paging, ...(around && { q: around }) } }, how),
    (before: Found, next) => ({ ...next, rows: [...before.rows, ...next.rows] }),
  )
}

function Ideas({ siteId, rows }: { siteId: string; rows: readonly Idea[] }) {
  const tracking = useTracking(siteId, phrases)
  const columns = useMemo(() => [...columnsOf(rows), tracking.column], [rows, tracking.column])
  return (
    <>
      {tracking.notice}
      <DataTable
        name="keyword ideas"
        columns={columns}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        defaultSort="-opportunity"
        actions={tracking.actions}
        empty="Nothing was found."
      />
    </>
  )
}

const nameOf = ({ keyword }: Idea) => keyword
const phrases = { phraseOf: nameOf, isTracked: ({ tracked }: Idea) => tracked }

function columnsOf(rows: readonly Idea[]): DataColumn<Idea>[] {
  return [
    textColumn('keyword', 'Keyword', nameOf),
    textColumn('group', 'Group', ({ cluster }) => cluster, { groups: true, wide: true }),
    ...ideaFigures(rows),
    figureColumn('low', 'Lowest bid', ({ lowTopOfPageBid }) => lowTopOfPageBid, { digits: 2, wide: true, extra: true }),
    figureColumn('high', 'Highest bid', ({ highTopOfPageBid }) => highTopOfPageBid, {
      ...{ digits: 2, wide: true, extra: true },
    }),
    rankColumn('you', 'You', ({ position }) => position, { width: 84, wide: true }),
    figureColumn('opportunity', 'Opportunity', ({ opportunity }) => opportunity, { width: 122, wide: true }),
  ]
}
