import { text } from './column.ts'
import { query } from './statement.ts'

/**
 * The last key of the next rows after `$1`, at most `$2` of them; null after all. Sweeps that no index could serve read their table a part
 * at a time: a statement stays as short, however large the table is.
 */
export function partOf(table: string, key: string) {
  return query(
    { last: text.orNull },
    `SELECT max(${key}) AS last FROM (SELECT ${key} FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT $2) part`,
  )
}
