import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, json, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

type PlaceName = 'positions' | 'changes' | 'pages'
type Key = readonly (string | number)[]
/** A search that is under way; null before its first step. */
export type OrphanSearch = { name: PlaceName; after: Key | null; foundSoFar: number }
/** A key of history, and whether it has no owner any more. */
export type HistoryKey = { key: Key; isOrphan: boolean }

const lock = query(
  { name: text.of<PlaceName>(), after: json.of<Key>().orNull, foundSoFar: int },
  `SELECT name, after, found_so_far AS "foundSoFar" FROM ranks.orphan_search
   WHERE after IS NOT NULL OR begun_at < $1 ORDER BY begun_at, name LIMIT 1 FOR UPDATE SKIP LOCKED`,
)
const storeProgress = statement(
  `UPDATE ranks.orphan_search SET begun_at = CASE WHEN after IS NULL THEN $2 ELSE begun_at END, after = $3, found_so_far = $4
   WHERE name = $1`,
)
const storeEnd = statement(
  `UPDATE ranks.orphan_search SET begun_at = CASE WHEN after IS NULL THEN $2 ELSE begun_at END, after = NULL, found = found_so_far, found_so_far = 0
   WHERE name = $1`,
)
const foundInAll = query(
  { found: int },
  'SELECT sum(greatest(found, found_so_far))::int AS found FROM ranks.orphan_search',
)
const hasNo = (table: string, column: string, value: string) =>
  `(SELECT o.${column} FROM ${table} o WHERE o.${column} = h.${value}) IS NULL`

/** A table by the key of its rows' owners, with the type of each column and the value before the first. Scalar subqueries: others may read all owners at once. */
function placeOf(table: string, columns: readonly [name: string, type: string, first: string][], lacks: string[]) {
  const names = columns.map(([name]) => name).join(', ')
  const values = columns.map(([, type], i) => `$${i + 1}::${type}`).join(', ')
  return {
    first: columns.map(([, , first]) => first),
    keys: query(
      { key: json.of<Key>(), isOrphan: boolean },
      `SELECT jsonb_build_array(${columns.map(([name]) => `h.${name}`).join(', ')}) AS key, ${lacks.join(' OR ')} AS "isOrphan"
       FROM (SELECT DISTINCT ${names} FROM (
         SELECT ${names} FROM ${table} WHERE (${names}) > (${values}) ORDER BY ${names} LIMIT $${columns.length + 1}) r) h
       ORDER BY ${names}`,
    ),
    remove: statement(`DELETE FROM ${table} WHERE ${columns.map(([name], i) => `${name} = $${i + 1}`).join(' AND ')}`),
  }
}

const places = {
  positions: placeOf(
    'ranks.rank',
    [
      ['keyword', 'bigint', '-1'],
      ['epoch', 'integer', '0'],
      ['domain', 'integer', '0'],
    ],
    [hasNo('keyword', 'seq', 'keyword'), hasNo('tracked_domain', 'seq', 'domain')],
  ),
  changes: placeOf(
    'ranks.notable_change',
    [
      ['own_id', 'text', ''],
      ['domain_id', 'text', ''],
      ['checked_at', 'timestamptz', '-infinity'],
      ['keyword_id', 'text', ''],
    ],
    [
      hasNo('tracked_domain', 'id', 'own_id'),
      hasNo('tracked_domain', 'id', 'domain_id'),
      hasNo('keyword', 'id', 'keyword_id'),
    ],
  ),
  pages: {
    first: ['-1'],
    // More rows at once: each step reads all targets, because their numbers have no index.
    keys: query(
      { key: json.of<Key>(), isOrphan: boolean },
      `SELECT jsonb_build_array(h.page) AS key, t.id IS NULL AS "isOrphan"
       FROM (SELECT DISTINCT page FROM (SELECT page FROM ranks.page WHERE page > $1::bigint ORDER BY page LIMIT 5 * $2) r) h
       LEFT JOIN page_target t ON t.seq = h.page ORDER BY h.page`,
    ),
    remove: statement(
      `WITH details AS (DELETE FROM ranks.page_detail WHERE page = $1) DELETE FROM ranks.page WHERE page = $1`,
    ),
  },
} as const satisfies Record<PlaceName, unknown>

/** Locks a search that is under way, or one that began before a time and is due again, and that no other replica has. */
export function lockSearch(tx: Transaction, before: Date): Promise<OrphanSearch | undefined> {
  return lock.first(tx, [before])
}

/** The next keys of a search, in order, of about `max` rows. */
export function nextKeys(tx: Transaction, { name, after }: OrphanSearch, max: number): Promise<HistoryKey[]> {
  const { keys, first } = places[name]
  return keys.rows(tx, [...(after ?? first), max])
}

export function deleteKey(tx: Transaction, { name }: OrphanSearch, { key }: HistoryKey): Promise<number> {
  return places[name].remove.run(tx, key)
}

/** Stores how far a search got. Without a key it has ended. */
export async function storeSearch(tx: Transaction, { name, foundSoFar }: OrphanSearch, now: Date, last?: HistoryKey) {
  if (last) await storeProgress.run(tx, [name, now, JSON.stringify(last.key), foundSoFar])
  else await storeEnd.run(tx, [name, now])
}

/** How many keys without an owner the last searches found. */
export async function countFound(db: Database): Promise<number> {
  return (await foundInAll.require(db)).found
}
