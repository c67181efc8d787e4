import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trash as t } from '../../../texts/trash.ts'
import { useRights } from '../../api/account.tsx'
import { call, type OutputOf, readAgain, whole } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { Notice, Refused } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn, whereColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { Ago, Day } from '../../kit/words/time.tsx'
import { leftName, type Names } from '../team/exports.ts'

type Keyword = OutputOf<'trashedKeywords.list'>['keywords'][number]
type Restored = OutputOf<'trashedKeywords.restore'>

export function TrashedKeywords({ siteId, nameOf }: { siteId: string | undefined; nameOf: Names }) {
  const { writes } = useRights()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (keywords: readonly Keyword[]) =>
      call('trashedKeywords.restore', { body: { ids: keywords.map(idOf) } }),
    onSettled: () => readAgain(),
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

type Deleted = { deletedAt: string; deletedBy: string | null; restorableUntil: string }

const person = 'person:'

function trashColumns<Row extends Deleted>(nameOf: Names): DataColumn<Row>[] {
  return [
    {
      id: 'deleted',
      head: t.deleted,
      cell: ({ deletedAt }) => <Ago at={deletedAt} />,
      value: ({ deletedAt }) => deletedAt,
      downFirst: true,
      width: 104,
    },
    textColumn('by', t.by, ({ deletedBy }) => deleterName(deletedBy, nameOf), { width: 110, priority: 3 }),
    {
      id: 'until',
      head: t.until,
      cell: ({ restorableUntil }) => <Day at={restorableUntil} />,
      value: ({ restorableUntil }) => restorableUntil,
      width: 112,
      priority: 2,
    },
  ]
}

export function deleterName(by: string | null, nameOf: Names): string {
  if (by === null) return t.theService
  return by.startsWith(person) ? (nameOf(by.slice(person.length)) ?? leftName) : t.aKey
}
