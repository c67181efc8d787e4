import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool } from 'pg'
import { type NewRows, writeRows } from './figures.sql.ts'
import type { Window } from './rules/window.ts'

/** What is read: a property of a site, over so many days. */
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
export type ReadingStore = ReturnType<typeof createReadingStore>

const columns = `id, start_date AS "startDate", end_date AS "endDate", clicks::float8, impressions::float8,
  is_cut AS "isCut", sandbox, read_at AS "readAt"`
const keepDays = 35

/** What was read in the search console. */
export function createReadingStore(pool: Pool) {
  return {
    async find({ siteId, property, days }: ReadingKey): Promise<SavedReading | undefined> {
      const found = await pool.query<SavedReading>({
        name: 'reading.find',
        text: `SELECT ${columns} FROM search_reading WHERE site_id = $1 AND property = $2 AND days = $3`,
        values: [siteId, property, days],
      })
      return found.rows[0]
    },

    /** Saves a reading in the place of the one before, unless the site has another property by now; answers whether it was saved. */
    save: (reading: NewReading, rows: NewRows): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const { siteId, property, days, startDate, endDate, clicks, impressions, isCut, sandbox, readAt } = reading
        const held = await client.query(
          'SELECT 1 FROM site WHERE id = $1 AND search_property = $2 AND deleted_at IS NULL FOR SHARE',
          [siteId, property],
        )
        if (held.rowCount !== 1) return false
        await client.query('DELETE FROM search_reading WHERE site_id = $1 AND property = $2 AND days = $3', [
          ...[siteId, property, days],
        ])
        const saved = await client.query<{ id: string }>(
          `INSERT INTO search_reading (site_id, property, days, start_date, end_date, clicks, impressions, is_cut, sandbox, read_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
          [siteId, property, days, startDate, endDate, clicks, impressions, isCut, sandbox, readAt],
        )
        await writeRows(client, saved.rows[0]?.id, rows)
        return true
      }),

    /** Deletes what nobody has asked for in a while; answers the sites whose readings are all gone and that still have a queue. */
    async sweep(now: Date): Promise<string[]> {
      await pool.query(`DELETE FROM search_reading WHERE read_at < $1::timestamptz - interval '1 day' * $2`, [
        now,
        keepDays,
      ])
      const left = await pool.query<{ scope: string }>(
        `SELECT DISTINCT d.scope FROM collects.reading d
         WHERE d.wanted_at IS NULL AND NOT EXISTS (SELECT 1 FROM search_reading r WHERE 's:' || r.site_id = d.scope) LIMIT 500`,
      )
      return left.rows.map(({ scope }) => scope)
    },
  }
}
