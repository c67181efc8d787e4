import type { Database } from '../service/transaction.ts'
import { type Columns, type RowOf, text } from './column.ts'
import { query } from './statement.ts'

type Sealed = { list: string; from: string; column: string; id: string; where?: string }
const atOnce = 100
const place = { sealedBy: text, sealedId: text }

/**
 * Walks once through the rows whose `column` another key than today's has sealed (its id is before the first dot). No index serves
 * "other than": two ranges of an index over the key's id and `id` do.
 */
export function sealedByOthers<const C extends Columns>(
  columns: C,
  { list, from, column, id, where = 'true' }: Sealed,
) {
  const key = `split_part(${column}, '.', 1)`
  const range = (side: '<' | '>') =>
    `(SELECT ${list}, ${key} AS "sealedBy", ${id} AS "sealedId" FROM ${from}
      WHERE ${where} AND ${key} ${side} $1 AND (${key}, ${id}) > ($2, $3) ORDER BY ${key}, ${id} LIMIT ${atOnce})`
  const next = query(
    { ...columns, ...place },
    `${range('<')} UNION ALL ${range('>')} ORDER BY "sealedBy", "sealedId" LIMIT ${atOnce}`,
  )
  return async function* (db: Database, keyId: string): AsyncGenerator<RowOf<C>> {
    let last: RowOf<typeof place> | undefined = { sealedBy: '', sealedId: '' }
    while (last) {
      // safe because the statement answers these columns
      const rows = (await next.rows(db, [keyId, last.sealedBy, last.sealedId])) as (RowOf<C> & RowOf<typeof place>)[]
      yield* rows
      last = rows.at(-1)
    }
  }
}
