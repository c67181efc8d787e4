import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { research as t } from '../../../texts/research.ts'
import { worded } from '../../../texts/values.ts'
import { useSiteId } from '../../api/account.tsx'
import { type OutputOf, whole } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Segments } from '../../kit/form/filters.tsx'
import { Empty, Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { centsColumn, figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { TrackableTable } from '../keywords/exports.ts'
import { rankColumn, rivalsShown } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { difficultyColumns } from './idea-figures.tsx'
import { type GapKind, gapKinds } from './search.ts'

type Missing = OutputOf<'gap.list'>['rows'][number]
const route = getRouteApi(`/inside${pages.gap}`)

export function Gap() {
  const siteId = useSiteId()
  return (
    <SiteFrame siteId={siteId} title={t.keywordGap}>
      <Panel title={t.keywordsYourCompetitorsRank}>
        <Collected query={whole('gap.list', { params: { id: siteId }, query: {} }, 'rows')}>
          {({ rows, hint, total, ...state }) => (
            <>
              {hint && <p>{hint}</p>}
              <Gaps siteId={siteId} rows={rows} empty={noRows(state, t.noKeywordsOfThisKind)} />
              <FirstRows shown={rows.length} total={total} />
            </>
          )}
        </Collected>
      </Panel>
    </SiteFrame>
  )
}

function Gaps({ siteId, rows, empty }: { siteId: string; rows: readonly Missing[]; empty: string }) {
  const { kind = 'missing' } = route.useSearch()
  const navigate = useNavigate({ from: pages.gap })
  const wanted = useMemo(() => rows.filter(({ type }) => type === kind), [rows, kind])
  const columns = useMemo(() => columnsOf(rows), [rows])
  const kinds = (
    <Segments
      label={t.kindOfGap}
      names={counted(rows)}
      chosen={kind}
      onChoose={(next) => void navigate({ search: (before: object) => ({ ...before, kind: next }) })}
    />
  )
  return (
    <TrackableTable
      siteId={siteId}
      phrases={phrases}
      columns={columns}
      rows={wanted}
      empty={
        <Empty text={empty}>
          <ButtonLink to={pages.comparison} params={{ siteId }} hash={asked.addCompetitor} hashScrollIntoView={false}>
            {t.chooseACompetitor}
          </ButtonLink>
        </Empty>
      }
      noun={t.gapsLower}
      defaultSort="-score"
      filters={kinds}
    />
  )
}

const nameOf = ({ keyword }: Missing) => keyword
// The source of a row that was seen on the site's own results pages: those of tracked keywords.
const phrases = { phraseOf: nameOf, isTracked: ({ source }: Missing) => source === 'own_pages' }

function counted(rows: readonly Missing[]): Record<GapKind, string> {
  const name = (kind: GapKind) => `${gapKinds[kind]} ${figure(rows.filter(({ type }) => type === kind).length)}`
  return { missing: name('missing'), weak: name('weak'), shared: name('shared') }
}

/** Every row knows all rivals, in the same order. */
function columnsOf([first]: readonly Missing[]): DataColumn<Missing>[] {
  return [
    textColumn('keyword', t.keyword, nameOf),
    rankColumn('you', t.you, ({ position }) => position, { width: 80, priority: 2 }),
    ...(first?.competitors ?? []).map(({ id, domain }, i) =>
      rankColumn<Missing>(id, domain, ({ competitors }) => competitors[i]?.position ?? null, {
        priority: 2,
        width: 116,
        extra: i >= rivalsShown,
      }),
    ),
    figureColumn('volume', t.volume, ({ volume }) => volume, { priority: 2, width: 80 }),
    ...difficultyColumns<Missing>(3),
    centsColumn('cpc', t.cpcUsd, ({ cpc }) => cpc, { priority: 2, extra: true }),
    textColumn('intent', t.intent, ({ intent }) => worded('intent', intent), { priority: 2, width: 112, extra: true }),
    figureColumn('score', t.score, ({ score }) => score, { width: 84 }),
  ]
}
