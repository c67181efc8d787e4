import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trash as t } from '../../../texts/trash.ts'
import { useRights } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { whole } from '../../api/whole.ts'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Refused } from '../../kit/refused.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn, whereColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import type { Names } from '../team/exports.ts'
import { trashColumns } from './trash-columns.tsx'

type Keyword = OutputOf<'trashedKeywords.list'>['keywords'][number]
type Restored = OutputOf<'trashedKeywords.restore'>

/** Deleted keywords, of one site or of all, which can be restored one by one or many at once. */
export function TrashedKeywords({ siteId, nameOf }: { siteId: string | undefined; nameOf: Names }) {
  const queries = useQueryClient()
  const { writes } = useRights()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (keywords: readonly Keyword[]) =>
      call('trashedKeywords.restore', { body: { ids: keywords.map(idOf) } }),
    onSettled: () => queries.invalidateQueries(),
  })
  const columns = useMemo(() => columnsOf(siteId, nameOf), [siteId, nameOf])
  const query = siteId === undefined ? {} : { projectId: siteId }
  return (
    <Panel title={siteId === undefined ? t.keywords : t.keywordsOf}>
      {error ? <Refused error={error} /> : data && <Outcome restored={data} />}
      <Loaded query={whole('trashedKeywords.list', { query }, 'keywords')}>
        {({ keywords }) => (
          <DataTable
            noun={t.keywordsLower}
            columns={columns}
            rows={keywords}
            rowId={idOf}
            rowName={nameOfKeyword}
            defaultSort="-deleted"
            {...(writes && {
              actions: (rows: readonly Keyword[], clear: () => void) => (
                <Button look="primary" busy={isPending} onClick={() => mutate(rows, { onSuccess: clear })}>
                  {t.restore}
                </Button>
              ),
            })}
            empty={t.noKeywords}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const idOf = ({ id }: Keyword) => id
const nameOfKeyword = ({ keyword }: Keyword) => keyword

function columnsOf(siteId: string | undefined, nameOf: Names): DataColumn<Keyword>[] {
  const site = textColumn<Keyword>('site', t.site, (row) => row.site, { width: 150, priority: 2 })
  return [
    textColumn('keyword', t.keyword, nameOfKeyword),
    ...(siteId === undefined ? [site] : []),
    whereColumn,
    ...trashColumns<Keyword>(nameOf),
  ]
}

function Outcome({ restored: { restored, skipped } }: { restored: Restored }) {
  const left = (code: Restored['skipped'][number]['code']) => skipped.filter((each) => each.code === code).length
  const again = left('duplicate')
  const over = left('plan_limit_reached')
  return (
    <Notice tone={skipped.length > 0 ? 'warn' : 'good'}>
      {t.restored(restored)} {again > 0 && t.trackedAgain(again)} {over > 0 && t.noRoom(over)}
    </Notice>
  )
}
