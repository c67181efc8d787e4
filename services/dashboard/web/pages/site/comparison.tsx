import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel, Row } from '../../ui/page.tsx'
import { doSoon, useDeeds } from '../../ui/undo.ts'
import { AddCompetitor } from './add-competitor.tsx'
import { type Compared, comparedColumns } from './compared-columns.tsx'
import { ShareOfVoice } from './share-of-voice.tsx'
import { SiteFrame } from './site-frame.tsx'

/** The site's positions beside those of its rivals, and who gets the clicks. */
export function Comparison() {
  const siteId = useSiteId()
  const [adding, setAdding] = useState(false)
  const add = <Button onClick={() => setAdding(true)}>Add a competitor</Button>
  return (
    <SiteFrame siteId={siteId} title="Rank comparison" actions={add}>
      <ShareOfVoice siteId={siteId} />
      <Panel title="Positions" line="The best of a row stands out.">
        <Loaded query={read('rankComparison.list', { params: { id: siteId }, query: {} })}>
          {({ rows }) => <Positions siteId={siteId} rows={rows} />}
        </Loaded>
      </Panel>
      <AddCompetitor siteId={siteId} open={adding} onClose={() => setAdding(false)} />
    </SiteFrame>
  )
}

function Positions({ siteId, rows }: { siteId: string; rows: readonly Compared[] }) {
  const queries = useQueryClient()
  const { hidden } = useDeeds()
  const first = rows[0]?.competitors
  const competitors = useMemo(() => first?.filter(({ id }) => !hidden.has(id)) ?? [], [first, hidden])
  const columns = useMemo(() => comparedColumns(competitors), [competitors])
  const remove = ({ id: competitorId, domain }: { id: string; domain: string }) =>
    doSoon({
      text: `${domain} is compared no more.`,
      ids: [competitorId],
      async commit(isLeaving) {
        const params = { id: siteId, competitorId }
        await call('competitors.delete', { params, body: {} }, { keepalive: isLeaving })
        await queries.invalidateQueries()
      },
    })
  return (
    <>
      {competitors.length === 0 && (
        <p>Nobody is compared yet: add a competitor, and its past is filled from your checks.</p>
      )}
      <DataTable
        name="comparisons"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="you"
        empty="No keyword is tracked yet."
      />
      <Row>
        {competitors.map((rival) => (
          <Button key={rival.id} look="quiet" onClick={() => remove(rival)}>
            Remove {rival.domain}
          </Button>
        ))}
      </Row>
    </>
  )
}

const idOf = ({ keywordId }: Compared) => keywordId
const nameOf = ({ keyword }: Compared) => keyword
