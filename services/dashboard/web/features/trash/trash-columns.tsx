import { trash as t } from '../../../texts/trash.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { textColumn } from '../../kit/table/columns.tsx'
import { Ago, Day } from '../../kit/words/time.tsx'
import { leftName, type Names } from '../team/exports.ts'

type Deleted = { deletedAt: string; deletedBy: string | null; restorableUntil: string }

const person = 'person:'

/** When, by whom, and until when it can be restored. */
export function trashColumns<Row extends Deleted>(nameOf: Names): DataColumn<Row>[] {
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

/** The name of who deleted something. */
export function deleterName(by: string | null, nameOf: Names): string {
  if (by === null) return t.theService
  return by.startsWith(person) ? (nameOf(by.slice(person.length)) ?? leftName) : t.aKey
}
