import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { call, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Toggles } from '../../kit/form/toggles.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { doSoon, useUndo } from '../../kit/undo.ts'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'
import { CheckNow, type Rank, type RankGroup, rankGroups } from '../ranks/exports.ts'
import { EditKeyword } from './edit-keyword.tsx'
import { keywordColumns } from './keyword-columns.tsx'

type KeywordTableProps = {
  siteId: string
  keywords: readonly Rank[]
  only: RankGroup | undefined
  onOpen(id: string): void
}

export function KeywordTable({ siteId, keywords, only, onOpen }: KeywordTableProps) {
  const [near, setNear] = useState<readonly string[]>([])
  const sparks = useSparks(siteId, near)
  const remove = useRemoval(siteId)
  const { hidden } = useUndo()
  const [edited, setEdited] = useState<Rank>()
  const columns = useMemo(() => keywordColumns(siteId, sparks, setEdited), [siteId, sparks])
  const [places, setPlaces] = useState<readonly string[]>([])
  const known = useMemo(() => [...new Set(keywords.map(whereText))].sort(), [keywords])
  const wanted = useMemo(() => {
    const isThere = (rank: Rank) => places.length === 0 || places.includes(whereText(rank))
    return keywords.filter((rank) => (!only || rankGroups[only].has(rank)) && !hidden.has(rank.id) && isThere(rank))
  }, [keywords, only, hidden, places])
  return (
    <Panel title={only ? rankGroups[only].name : t.allKeywords}>
      <DataTable
        name={t.keywordsLower}
        columns={columns}
        rows={wanted}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="position"
        filters={
          known.length > 1 && (
            <Toggles label={t.where} names={known.map((name) => [name, name])} chosen={places} onChoose={setPlaces} />
          )
        }
        onOpen={({ id }) => onOpen(id)}
        onNear={(rows) => setNear(rows.map(idOf))}
        actions={(rows, clear) => (
          <>
            <CheckNow siteId={siteId} keywordIds={rows.map(idOf)} />
            <Button
              look="danger"
              onClick={() => {
                remove(rows)
                clear()
              }}
            >
              {t.deleteIt}
            </Button>
          </>
        )}
        empty={
          keywords.length > 0 ? (
            t.noKeywordsMatch
          ) : (
            <Empty text={t.noKeywordsAreTrackedYet}>
              <ButtonLink to={pages.keywords} params={{ siteId }} hash={asked.addKeywords} hashScrollIntoView={false}>
                {t.addTheFirst}
              </ButtonLink>
            </Empty>
          )
        }
      />
      <EditKeyword siteId={siteId} keyword={edited} onClose={() => setEdited(undefined)} />
    </Panel>
  )
}

const idOf = ({ id }: Rank) => id
const nameOf = ({ keyword }: Rank) => keyword

/** The last thirty days of the keywords near the screen, by id. */
function useSparks(siteId: string, near: readonly string[]): ReadonlyMap<string, readonly (number | null)[]> {
  const { data } = useQuery({
    ...read('sparks.list', { params: { id: siteId }, query: { keywordIds: [...near] } }),
    enabled: near.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map(data?.ids.map((id, i) => [id, data.positions[i] ?? []])), [data])
}

function useRemoval(siteId: string) {
  const queries = useQueryClient()
  return (rows: readonly Rank[]) => {
    const ids = rows.map(idOf)
    doSoon({
      text: ids.length === 1 ? t.deleted(rows[0]?.keyword ?? '') : t.keywordsDeleted(ids.length),
      ids,
      async commit(isLeaving) {
        await call('keywords.deleteBulk', { params: { id: siteId }, body: { ids } }, { keepalive: isLeaving })
        await readAgain(queries, 'movements.list')
      },
    })
  }
}
