import { useState } from 'react'
import { type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Badge } from '../../ui/badge.tsx'
import { Collected } from '../../ui/collected.tsx'
import { Field } from '../../ui/field.tsx'
import { figure, place } from '../../ui/figure.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { SiteFrame } from './site-frame.tsx'
import { Track } from './track.tsx'

type Idea = OutputOf<'planner.list'>['rows'][number]

/** Keywords around the site, or around a phrase, and which of them are tracked. */
export function Planner() {
  const siteId = useSiteId()
  const [q, setQ] = useState('')
  const columns: Column<Idea>[] = [
    ...figures,
    {
      head: 'Tracked',
      hidden: true,
      figures: true,
      cell: ({ keyword, tracked }) =>
        tracked ? <Badge tone="good">tracked</Badge> : <Track siteId={siteId} keyword={keyword} />,
    },
  ]
  return (
    <SiteFrame siteId={siteId} title="Keyword planner">
      <Panel title="Around which phrase?" line="Without one: around the keywords that you track.">
        <Form action="Look" onSend={async ({ q: phrase = '' }) => setQ(phrase.trim())}>
          <Field name="q" label="Phrase" maxLength={200} />
        </Form>
      </Panel>
      <Panel title={q === '' ? 'Around your keywords' : `Around “${q}”`}>
        <Collected
          query={read('planner.list', { params: { id: siteId }, query: { limit: 1_000, ...(q && { q }) } })}
          isPlayed={({ rows }) => rows.some(({ sandbox }) => sandbox)}
        >
          {({ rows, hint }) => (
            <>
              {hint && <p>{hint}</p>}
              <Table
                caption="Keyword ideas"
                columns={columns}
                rows={rows}
                rowId={({ keyword }) => keyword}
                empty="Nothing was found."
              />
            </>
          )}
        </Collected>
      </Panel>
    </SiteFrame>
  )
}

const figures: Column<Idea>[] = [
  { head: 'Keyword', cell: ({ keyword }) => keyword },
  { head: 'Group', cell: ({ cluster }) => cluster ?? '', wide: true },
  { head: 'Volume', cell: ({ volume }) => figure(volume), figures: true },
  { head: 'Difficulty', cell: ({ difficulty }) => figure(difficulty), figures: true, wide: true },
  { head: 'USD a click', cell: ({ cpc }) => figure(cpc, 2), figures: true, wide: true },
  { head: 'You', cell: ({ position }) => place(position), figures: true, wide: true },
  { head: 'Opportunity', cell: ({ opportunity }) => figure(opportunity), figures: true },
]
