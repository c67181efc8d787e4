import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { read } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Toggles } from '../../kit/form/toggles.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import { CheckNow, type Rank, type RankGroup, rankGroups } from '../ranks/exports.ts'
import { DeleteKeywords } from './delete-keywords.tsx'
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
  const [edited, setEdited] = useState<Rank>()
  const columns = useMemo(() => keywordColumns(siteId, sparks, setEdited), [siteId, sparks])
  const [places, setPlaces] = useState<readonly string[]>([])
  const known = useMemo(() => [...new Set(keywords.map(whereText))].sort(), [keywords])
  const wanted = useMemo(() => {
    const isThere = (rank: Rank) => places.length === 0 || places.includes(whereText(rank))
    return keywords.filter((rank) => (!only || rankGroups[only].has(rank)) && isThere(rank))
  }, [keywords, only, places])
  return (
    <Panel title={only ? rankGroups[only].name : t.allKeywords} actions={<TrashLink siteId={siteId} />}>
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
            <DeleteKeywords siteId={siteId} keywords={rows} onDone={clear} />
          </>
        )}
        empty={keywords.length === 0 ? t.noKeywordsAreTrackedYet : t.noKeywordsMatch}
      />
      <EditKeyword siteId={siteId} keyword={edited} onClose={() => setEdited(undefined)} />
    </Panel>
  )
}

function TrashLink({ siteId }: { siteId: string }) {
  return (
    <ButtonLink look="quiet" to={pages.siteTrash} params={{ siteId }}>
      {t.trash}
    </ButtonLink>
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
