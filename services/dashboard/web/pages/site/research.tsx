import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type OutputOf, read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { Collected } from '../../ui/collected.tsx'
import { Field } from '../../ui/field.tsx'
import { figure } from '../../ui/figure.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { SiteFrame } from './site-frame.tsx'
import { Track } from './track.tsx'

type Found = OutputOf<'research.get'>['rows'][number]
const route = getRouteApi(`/inside${pages.research}`)

/** What people search for around a phrase, in the country and language of the site. The phrase stands in the address. */
export function Research() {
  const { siteId } = route.useParams()
  const { q } = route.useSearch()
  const navigate = useNavigate({ from: pages.research })
  const { data } = useQuery(read('sites.get', { params: { id: siteId } }))
  return (
    <SiteFrame siteId={siteId} title="Keyword research">
      <Panel title="What do people search for?" line="In the country and language of the site.">
        <Form action="Look" onSend={async ({ q: phrase = '' }) => void navigate({ search: { q: phrase.trim() } })}>
          <Field name="q" label="Phrase" defaultValue={q ?? ''} required maxLength={200} />
        </Form>
      </Panel>
      {q && data && <Around siteId={siteId} q={q} country={data.project.country} language={data.project.language} />}
    </SiteFrame>
  )
}

type AroundProps = { siteId: string; q: string; country: string; language: string }

function Around({ siteId, q, country, language }: AroundProps) {
  const track: Column<Found> = {
    head: 'Track',
    hidden: true,
    figures: true,
    cell: ({ keyword }) => <Track siteId={siteId} keyword={keyword} />,
  }
  return (
    <Panel title={`Around “${q}”`}>
      <Collected
        query={read('research.get', { query: { q, country, language, limit: 1_000 } })}
        isPlayed={({ rows }) => rows.some(({ sandbox }) => sandbox)}
      >
        {({ rows }) => (
          <Table
            caption="Keywords"
            columns={[...columns, track]}
            rows={rows}
            rowId={({ keyword }) => keyword}
            empty="Nothing was found. Try a shorter phrase."
          />
        )}
      </Collected>
    </Panel>
  )
}

const columns: Column<Found>[] = [
  { head: 'Keyword', cell: ({ keyword }) => keyword },
  { head: 'Volume', cell: ({ volume }) => figure(volume), figures: true },
  { head: 'Twelve months', cell: ({ trend }) => <Trend months={trend} />, wide: true },
  { head: 'Difficulty', cell: ({ difficulty }) => figure(difficulty), figures: true, wide: true },
  { head: 'USD a click', cell: ({ cpc }) => figure(cpc, 2), figures: true, wide: true },
  { head: 'Intent', cell: ({ intent }) => intent ?? '', wide: true },
]

/** The last twelve months in the order of time. */
function Trend({ months }: { months: Found['trend'] }) {
  const ordered = months.toSorted((one, other) => one.year - other.year || one.month - other.month).slice(-12)
  return <Bars label="Searches of the last twelve months" values={ordered.map(({ volume }) => volume)} />
}
