import type { Pool } from 'pg'
import { type Change, changeText, noSuchText, removeText } from './changes.sql.ts'
import { type PlanRecord, planOfRow, planRows, type StoredPlan } from './plans.sql.ts'
import type { Site } from './texts.sql.ts'

type OwnSite = Pick<Site, 'id'>
type PlanChange = Change<
  Pick<PlanRecord, 'q' | 'key' | 'publishOn' | 'context' | 'title' | 'outline' | 'keywords' | 'questions'>
>
export type PlanEditor = ReturnType<typeof createPlanEditor>

/** What people do with the plans of their sites. */
export function createPlanEditor(pool: Pool) {
  return {
    /** Up to `take` plans by month, from behind the plan with the id `after`; undefined if that is gone. */
    async list({ id }: OwnSite, after: string | null, take: number): Promise<PlanRecord[] | undefined> {
      const place = after === null ? { publishOn: '', seq: '0' } : await placeOf(pool, id, after)
      if (!place) return undefined
      const found = await pool.query<StoredPlan>(
        `${planRows} WHERE w.site_id = $1 AND (w.publish_on, w.seq) > ($2, $3::bigint) ORDER BY w.publish_on, w.seq LIMIT $4`,
        [id, place.publishOn, place.seq, take],
      )
      return found.rows.map(planOfRow)
    },

    async count({ id }: OwnSite): Promise<number> {
      const found = await pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM writing.plan WHERE site_id = $1',
        [id],
      )
      return found.rows[0]?.count ?? 0
    },

    async require({ id: siteId }: OwnSite, id: string): Promise<PlanRecord> {
      const found = await pool.query<StoredPlan>(`${planRows} WHERE w.site_id = $1 AND w.id = $2`, [siteId, id])
      if (!found.rows[0]) throw noSuchText('plan')
      return planOfRow(found.rows[0])
    },

    /** A month may change before the plan is written. */
    update: (site: OwnSite, edit: { id: string; version: number }, change: PlanChange, now: Date): Promise<void> => {
      const { publishOn, context, ...text } = change
      const needsText = context !== undefined || Object.values(text).some((value) => value !== undefined)
      return changeText(pool, 'plan', site, { ...edit, needsText }, (client) =>
        client.query(
          `UPDATE writing.plan SET q = coalesce($2, q), key = coalesce($3, key), publish_on = coalesce($4, publish_on),
             context = CASE WHEN $5 THEN $6 ELSE context END, title = coalesce($7, title), outline = coalesce($8, outline),
             keywords = coalesce($9, keywords), questions = coalesce($10, questions), version = version + 1, updated_at = $11
           WHERE id = $1`,
          [
            ...[edit.id, text.q, text.key, publishOn, context !== undefined, context, text.title],
            ...[text.outline && JSON.stringify(text.outline), text.keywords, text.questions, now],
          ],
        ),
      )
    },

    remove: (site: OwnSite, id: string): Promise<void> => removeText(pool, 'plan', site, id),
  }
}

async function placeOf(
  pool: Pool,
  siteId: string,
  id: string,
): Promise<{ publishOn: string; seq: string } | undefined> {
  const found = await pool.query<{ publishOn: string; seq: string }>(
    'SELECT publish_on AS "publishOn", seq FROM writing.plan WHERE site_id = $1 AND id = $2',
    [siteId, id],
  )
  return found.rows[0]
}
