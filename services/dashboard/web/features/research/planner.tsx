import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { research as t } from '../../../texts/research.ts'
import { type OutputOf, whole } from '../../api/call.ts'
import { Field, Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { pages } from '../../routes.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { TrackableTable } from '../keywords/exports.ts'
import { rankColumn } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { ideaFigures } from './idea-figures.tsx'

type Idea = OutputOf<'planner.list'>['rows'][number]
const route = getRouteApi(`/inside${pages.planner}`)

export function Planner() {
  const { siteId } = route.useParams()
  const { around = '' } = route.useSearch()
  const navigate = useNavigate({ from: pages.planner })
  const ideas = whole('planner.list', { params: { id: siteId }, query: around === '' ? {} : { q: around } }, 'rows')
  return (
    <SiteFrame siteId={siteId} title={t.keywordPlanner}>
      <Panel title={t.keywordStart} line={t.leaveEmptyToStart}>
        <Form
          action={t.search}
          onSend={async ({ q = '' }) => void navigate({ search: { around: q.trim() || undefined } })}
        >
          <Field name="q" label={t.keyword} defaultValue={around} maxLength={200} />
        </Form>
      </Panel>
      <Panel title={around === '' ? t.aroundYourTrackedKeywords : t.around(around)} line={t.keywordsThatOnePage}>
        <Collected query={ideas}>
          {({ rows, hint, total, ...state }) => (
            <>
              {hint && <p>{hint}</p>}
              <Ideas siteId={siteId} rows={rows} empty={noRows(state, t.noKeywordsFound)} />
              <FirstRows shown={rows.length} total={total} />
            </>
          )}
        </Collected>
      </Panel>
    </SiteFrame>
  )
}

function Ideas({ siteId, rows, empty }: { siteId: string; rows: readonly Idea[]; empty: string }) {
  const columns = useMemo(() => columnsOf(rows), [rows])
  return (
    <TrackableTable
      siteId={siteId}
      phrases={phrases}
      columns={columns}
      rows={rows}
      empty={empty}
      noun={t.keywordIdeas}
      defaultSort="-opportunity"
    />
  )
}

const nameOf = ({ keyword }: Idea) => keyword
const phrases = { phraseOf: nameOf, isTracked: ({ tracked }: Idea) => tracked }

function columnsOf(rows: readonly Idea[]): DataColumn<Idea>[] {
  return [
    textColumn('keyword', t.keyword, nameOf),
    textColumn('group', t.group, ({ cluster }) => cluster, { groups: true, width: 140, priority: 2 }),
    ...ideaFigures(rows),
    figureColumn('low', t.lowestBid, ({ lowTopOfPageBid }) => lowTopOfPageBid, {
      digits: 2,
      priority: 2,
      extra: true,
    }),
    figureColumn('high', t.highestBid, ({ highTopOfPageBid }) => highTopOfPageBid, {
      digits: 2,
      priority: 2,
      extra: true,
    }),
    rankColumn('you', t.you, ({ position }) => position, { width: 84, priority: 2 }),
    figureColumn('opportunity', t.opportunity, ({ opportunity }) => opportunity, { width: 122 }),
  ]
}
