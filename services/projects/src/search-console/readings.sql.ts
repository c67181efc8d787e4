import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Window } from './rules/window.ts'

/** A property of a site is read over so many days. */
export type ReadingKey = { siteId: string; property: string; days: number }
export type SavedReading = Window & {
  id: string
  clicks: number
  impressions: number
  /** Google may have more queries than were read. */
  isCut: boolean
  sandbox: boolean
  readAt: Date
}
type NewReading = ReadingKey & Omit<SavedReading, 'id'>

const columns = `id, start_date AS "startDate", end_date AS "endDate", clicks::float8, impressions::float8,
  is_cut AS "isCut", sandbox, read_at AS "readAt"`
const keepDays = 35

export async function findReading(
  db: Database,
  { siteId, property, days }: ReadingKey,
): Promise<SavedReading | undefined> {
  const found = await db.query<SavedReading>({
    name: 'reading.find',
    text: `SELECT ${columns} FROM search_reading WHERE site_id = $1 AND property = $2 AND days = $3`,
    values: [siteId, property, days],
  })
  return found.rows[0]
}

/** Whether the live site has this property; it keeps it until the transaction ends. */
export async function holdProperty(tx: Transaction, { siteId, property }: ReadingKey): Promise<boolean> {
  const held = await tx.query(
    'SELECT 1 FROM site WHERE id = $1 AND search_property = $2 AND deleted_at IS NULL FOR SHARE',
    [siteId, property],
  )
  return held.rowCount === 1
}

/** Stores a reading in the place of the one before; answers its id. */
export async function replaceReading(tx: Transaction, reading: NewReading): Promise<string> {
  const { siteId, property, days, startDate, endDate, clicks, impressions, isCut, sandbox, readAt } = reading
  const key = [siteId, property, days]
  await tx.query('DELETE FROM search_reading WHERE site_id = $1 AND property = $2 AND days = $3', key)
  const saved = await tx.query<{ id: string }>(
    `INSERT INTO search_reading (site_id, property, days, start_date, end_date, clicks, impressions, is_cut, sandbox, read_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [siteId, property, days, startDate, endDate, clicks, impressions, isCut, sandbox, readAt],
  )
  const [row] = saved.rows
  if (!row) throw new Error('an insertion answers its row')
  return row.id
}

export async function deleteOldReadings(db: Database, now: Date): Promise<void> {
  await db.query(`DELETE FROM search_reading WHERE read_at < $1::timestamptz - interval '1 day' * $2`, [now, keepDays])
}

/** The scopes of sites whose readings are all deleted and that still have a queue. */
export async function listUnreadScopes(db: Database): Promise<string[]> {
  const left = await db.query<{ scope: string }>(
    `SELECT DISTINCT d.scope FROM collects.reading d
     WHERE d.wanted_at IS NULL AND NOT EXISTS (SELECT 1 FROM search_reading r WHERE 's:' || r.site_id = d.scope) LIMIT 500`,
  )
  return left.rows.map(({ scope }) => scope)
}
