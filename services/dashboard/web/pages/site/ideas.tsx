import { type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Badge } from '../../ui/badge.tsx'
import { Collected } from '../../ui/collected.tsx'
import { figure, place } from '../../ui/figure.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { SiteFrame } from './site-frame.tsx'

type Idea = OutputOf<'ideas.list'>['ideas'][number]

/** What to write about next, and why. */
export function Ideas() {
  const siteId = useSiteId()
  return (
    <SiteFrame siteId={siteId} title="Content ideas">
      <Panel title="What to write about next">
        <Collected
          query={read('ideas.list', { params: { id: siteId }, query: { limit: 1_000 } })}
          isPlayed={({ ideas }) => ideas.some(({ sandbox }) => sandbox)}
        >
          {({ ideas }) => (
            <Table
              caption="Ideas"
              columns={columns}
              rows={ideas}
              rowId={({ id }) => id}
              empty="Nothing yet: track keywords, and name rivals."
            />
          )}
        </Collected>
      </Panel>
    </SiteFrame>
  )
}

const columns: Column<Idea>[] = [
  {
    head: 'Idea',
    cell: ({ title, evidence }) => (
      <>
        <b>{title}</b>
        {evidence.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </>
    ),
  },
  { head: 'Kind', cell: ({ kind }) => <Badge>{kind.replace('_', ' ')}</Badge>, wide: true },
  { head: 'Volume', cell: ({ volume }) => figure(volume), figures: true, wide: true },
  { head: 'You', cell: ({ position }) => place(position), figures: true, wide: true },
  { head: 'Score', cell: ({ score }) => figure(score), figures: true },
]
