import { useState } from 'react'
import { type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../ui/button.tsx'
import { place } from '../../ui/figure.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { AddCompetitor } from './add-competitor.tsx'
import { SiteFrame } from './site-frame.tsx'

type Compared = OutputOf<'rankComparison.list'>['rows'][number]

/** The site's positions beside those of its rivals. */
export function Comparison() {
  const siteId = useSiteId()
  const [adding, setAdding] = useState(false)
  const add = <Button onClick={() => setAdding(true)}>Add a competitor</Button>
  return (
    <SiteFrame siteId={siteId} title="Rank comparison" actions={add}>
      <Panel title="Positions" line="The best of a row stands out.">
        <Loaded query={read('rankComparison.list', { params: { id: siteId }, query: {} })}>
          {({ rows }) => (
            <Table
              caption="Rank comparison"
              columns={[...own, ...(rows[0]?.competitors.map(({ domain }, i) => rivalColumn(domain, i)) ?? [])]}
              rows={rows}
              rowId={({ keywordId }) => keywordId}
              empty="No keyword is tracked yet."
            />
          )}
        </Loaded>
      </Panel>
      <AddCompetitor siteId={siteId} open={adding} onClose={() => setAdding(false)} />
    </SiteFrame>
  )
}

const own: Column<Compared>[] = [
  { head: 'Keyword', cell: ({ keyword }) => keyword },
  { head: 'You', cell: (row) => standsOut(row, row.position), figures: true },
]

function rivalColumn(domain: string, index: number): Column<Compared> {
  return {
    head: domain,
    cell: (row) => standsOut(row, row.competitors[index]?.position ?? null),
    figures: true,
    wide: index > 0,
  }
}

function standsOut({ position, competitors }: Compared, own: number | null) {
  const found = [position, ...competitors.map((rival) => rival.position)].filter((rank) => rank !== null && rank > 0)
  return own !== null && own > 0 && own === Math.min(...found.map(Number)) ? <b>{own}</b> : place(own)
}
