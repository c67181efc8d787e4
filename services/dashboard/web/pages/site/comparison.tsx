import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call, type OutputOf } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../ui/button.tsx'
import { readSort } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { View } from '../../ui/data-table/use-view.ts'
import { Waiting } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel, Row } from '../../ui/page.tsx'
import { sentenceOf } from '../../ui/refused.tsx'
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
        <Positions siteId={siteId} />
      </Panel>
      <AddCompetitor siteId={siteId} open={adding} onClose={() => setAdding(false)} />
    </SiteFrame>
  )
}

function Positions({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const { hidden } = useDeeds()
  const { pages, error, more } = useCompared(siteId)
  const rows = useMemo(() => pages.flatMap((page) => page.rows), [pages])
  const known = pages[0]?.competitors
  const competitors = useMemo(() => known?.filter(({ id }) => !hidden.has(id)) ?? [], [known, hidden])
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
  if (error) return <Notice tone="bad">{sentenceOf(error)}</Notice>
  if (!known) return <Waiting />
  return (
    <>
      {competitors.length === 0 && (
        <p>Nobody is compared yet: add a competitor, and its past is filled from your checks.</p>
      )}
      <DataTable
        name="compared keywords"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        defaultSort={defaultSort}
        part={{ total: pages[0]?.total ?? 0, more }}
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

/** The comparison in the order and with the filter of the address, page after page. */
function useCompared(siteId: string) {
  const { q = '', sort = defaultSort }: View = useSearch({ strict: false })
  const { id, isDown } = readSort(sort)
  const asked = { sort: id, isDown, q: q.slice(0, 200) }
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['comparedRanks.list', siteId, asked],
    queryFn: ({ pageParam, signal }) =>
      call('comparedRanks.list', { params: { id: siteId }, query: { ...asked, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, all) =>
      all.reduce((sum, { rows }) => sum + rows.length, 0) < total ? all.length + 1 : undefined,
    placeholderData: keepPreviousData,
  })
  const more = hasNextPage && (
    <p>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </Button>
    </p>
  )
  return { pages: data?.pages ?? none, error, more }
}

const defaultSort = 'you'
const none: OutputOf<'comparedRanks.list'>[] = []
const idOf = ({ keywordId }: Compared) => keywordId
const nameOf = ({ keyword }: Compared) => keyword
