import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type OutputOf, read } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { textColumn } from '../../kit/table/columns.tsx'
import { FirstRows } from '../../kit/table/first-rows.tsx'
import { pages } from '../../routes.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { PhraseTable } from '../keywords/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { ideaFigures } from './idea-figures.tsx'

type Found = OutputOf<'research.get'>['rows'][number]
type Seed = { q: string; country: string; language: string }
const route = getRouteApi(`/inside${pages.research}`)

/** What people search for around a phrase, in the country and language of the site. The phrase is in the address. */
export function Research() {
  const { siteId } = route.useParams()
  const { around } = route.useSearch()
  const navigate = useNavigate({ from: pages.research })
  return (
    <SiteFrame siteId={siteId} title="Keyword research">
      <Panel title="What do people search for?" line="In the country and language of the site.">
        <Form action="Search" onSend={async ({ q = '' }) => void navigate({ search: { around: q.trim() } })}>
          <Field name="q" label="Phrase" defaultValue={around ?? ''} required maxLength={200} />
        </Form>
      </Panel>
      {around && (
        <Panel title={`Around “${around}”`}>
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
    <Collected
      query={whole('research.get', { query: seed }, 'rows')}
      isSample={({ rows }) => rows.some(({ sandbox }) => sandbox)}
    >
      {({ rows, total, ...state }) => (
        <>
          <FoundRows siteId={siteId} rows={rows} empty={noRows(state, 'No phrases found. Try a shorter one.')} />
          <FirstRows shown={rows.length} total={total} />
        </>
      )}
    </Collected>
  )
}

function FoundRows({ siteId, rows, empty }: { siteId: string; rows: readonly Found[]; empty: string }) {
  const columns = useMemo(() => [textColumn('keyword', 'Keyword', nameOf), ...ideaFigures(rows)], [rows])
  return (
    <PhraseTable
      siteId={siteId}
      phrases={phrases}
      columns={columns}
      rows={rows}
      empty={empty}
      name="phrases"
      defaultSort="-volume"
    />
  )
}

const nameOf = ({ keyword }: Found) => keyword
// What was found here is about any site: the site’s keywords say which of it this one tracks.
const phrases = { phraseOf: nameOf, isTracked: () => false }
