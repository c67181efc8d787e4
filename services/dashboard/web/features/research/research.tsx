import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { research as t } from '../../../texts/research.ts'
import { type OutputOf, read, whole } from '../../api/call.ts'
import { Field, Form } from '../../kit/form/form.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { textColumn } from '../../kit/table/columns.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { pages } from '../../routes.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { TrackableTable } from '../keywords/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { ideaFigures } from './idea-figures.tsx'

type Found = OutputOf<'research.get'>['rows'][number]
type Seed = { q: string; country: string; language: string }
const route = getRouteApi(`/inside${pages.research}`)

export function Research() {
  const { siteId } = route.useParams()
  const { around } = route.useSearch()
  const navigate = useNavigate({ from: pages.research })
  return (
    <SiteFrame siteId={siteId} title={t.keywordResearch}>
      <Panel title={t.findKeywords} line={t.inTheCountryAndLanguage}>
        <Form action={t.search} onSend={async ({ q = '' }) => void navigate({ search: { around: q.trim() } })}>
          <Field name="q" label={t.keyword} defaultValue={around ?? ''} required maxLength={200} />
        </Form>
      </Panel>
      {around && (
        <Panel title={t.around(around)}>
          <Loaded query={read('sites.get', { params: { id: siteId } })}>
            {({ project: { country, language } }) => <Around siteId={siteId} seed={{ q: around, country, language }} />}
          </Loaded>
        </Panel>
      )}
    </SiteFrame>
  )
}

function Around({ siteId, seed }: { siteId: string; seed: Seed }) {
  return (
    <Collected query={whole('research.get', { query: seed }, 'rows')}>
      {({ rows, total, ...state }) => (
        <>
          <FoundRows siteId={siteId} rows={rows} empty={noRows(state, t.noKeywordsFoundTry)} />
          <FirstRows shown={rows.length} total={total} />
        </>
      )}
    </Collected>
  )
}

function FoundRows({ siteId, rows, empty }: { siteId: string; rows: readonly Found[]; empty: string }) {
  const columns = useMemo(() => [textColumn('keyword', t.keyword, nameOf), ...ideaFigures(rows)], [rows])
  return (
    <TrackableTable
      siteId={siteId}
      phrases={phrases}
      columns={columns}
      rows={rows}
      empty={empty}
      noun={t.keywordsLower}
      defaultSort="-volume"
    />
  )
}

const nameOf = ({ keyword }: Found) => keyword
// Ideas are not specific to a site: its keywords say which ones it tracks.
const phrases = { phraseOf: nameOf, isTracked: () => false }
