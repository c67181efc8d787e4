import { dayMs } from '@rts/shared/clock'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, boolean, float, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { partOf, query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

type OwnedSite = { id: string; accountId: string }

const store = statement(
  `UPDATE site SET search_property = $3 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
   AND EXISTS (SELECT 1 FROM google_grant g WHERE g.account_id = $2 AND g.version = $4 AND g.status = 'active')`,
)

/** Stores a property that was listed for `version` of the connection; false if that is not the connection any more. */
export async function storeProperty(db: Database, { id, accountId }: OwnedSite, siteUrl: string, version: string) {
  return (await store.run(db, [id, accountId, siteUrl, version])) === 1
}

/** Forgets a property that the connection may not read, unless another one was chosen meanwhile. */
export async function forgetProperty(records: Records, site: OwnedSite, searchProperty: string): Promise<void> {
  await records.site.updateMany({ where: { ...site, searchProperty }, data: { searchProperty: null } })
}

export type ReadingKey = { siteId: string; property: string; days: number }
const reading = {
  id: bigint,
  startDate: text,
  endDate: text,
  clicks: float,
  impressions: float,
  /** Google may have more queries than were read. */
  isCut: boolean,
  sandbox: boolean,
  readAt: time,
}
export type SavedReading = RowOf<typeof reading>
type NewReading = ReadingKey & Omit<SavedReading, 'id'>

const keepDays = 35

const find = query(
  reading,
  `SELECT ${selectList(reading, 'r', { clicks: 'r.clicks::float8', impressions: 'r.impressions::float8' })}
   FROM search_reading r WHERE site_id = $1 AND property = $2 AND days = $3`,
  'reading.find',
)
const holdSite = statement('SELECT FROM site WHERE id = $1 AND search_property = $2 AND deleted_at IS NULL FOR SHARE')
const deleteOne = statement('DELETE FROM search_reading WHERE site_id = $1 AND property = $2 AND days = $3')
const insert = query(
  { id: bigint },
  `INSERT INTO search_reading (site_id, property, days, start_date, end_date, clicks, impressions, is_cut, sandbox, read_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
)
const partOfScopes = partOf('collects.reading', 'scope')
const partSize = 500
const unreadScopes = query(
  { scope: text },
  `SELECT DISTINCT d.scope FROM collects.reading d WHERE d.scope > $1 AND d.scope <= $2
     AND d.wanted_at IS NULL AND NOT EXISTS (SELECT 1 FROM search_reading r WHERE r.site_id = substr(d.scope, 3))`,
)

export function findReading(db: Database, { siteId, property, days }: ReadingKey): Promise<SavedReading | undefined> {
  return find.first(db, [siteId, property, days])
}

/** Whether the live site has this property; it keeps it until the transaction ends. */
export async function holdProperty(tx: Transaction, { siteId, property }: ReadingKey): Promise<boolean> {
  return (await holdSite.run(tx, [siteId, property])) === 1
}

export async function replaceReading(tx: Transaction, reading: NewReading): Promise<string> {
  const { siteId, property, days, startDate, endDate, clicks, impressions, isCut, sandbox, readAt } = reading
  const key = [siteId, property, days]
  await deleteOne.run(tx, key)
  return (await insert.require(tx, [...key, startDate, endDate, clicks, impressions, isCut, sandbox, readAt])).id
}

export async function deleteOldReadings(records: Records, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keepDays * dayMs)
  await records.searchReading.deleteMany({ where: { readAt: { lt: oldest } } })
}

/**
 * The scopes of sites whose readings are all deleted and that still have a queue, among some that come after `after`, and where the next
 * part begins, '' after the last one.
 */
export async function listUnreadScopes(db: Database, after: string): Promise<{ scopes: string[]; next: string }> {
  const { last } = await partOfScopes.require(db, [after, partSize])
  const found = last === null ? [] : await unreadScopes.rows(db, [after, last])
  return { scopes: found.map(({ scope }) => scope), next: last ?? '' }
}
