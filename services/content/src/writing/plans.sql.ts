import type { Pool, PoolClient } from 'pg'
import { addWithin, type MonthLimit, requireSite } from './months.sql.ts'
import type { PlanText } from './rules/outline.ts'
import type { Topic } from './rules/topic.ts'
import {
  type DueSite,
  dueFrom,
  type Making,
  makingColumns,
  makingOf,
  type Origin,
  type Site,
  siteColumns,
} from './texts.sql.ts'

export type PlanRecord = Making & {
  id: string
  key: string
  publishOn: string
  q: string
  country: string
  language: string
  context: string | null
  title: string | null
  outline: PlanText['outline']
  keywords: string[]
  questions: string[]
  articleId: string | null
}
/** What makes a plan of a site the same plan: the topic, whatever its spelling, and the month. */
export type PlanIdentity = Pick<PlanRecord, 'key' | 'publishOn'>
export type NewPlan = PlanIdentity &
  Pick<PlanRecord, 'id' | 'q' | 'country' | 'language' | 'context' | 'keywords' | 'questions'>
export type DuePlan = DueSite & Topic
export type PlanStore = ReturnType<typeof createPlanStore>
export type StoredPlan = Omit<PlanRecord, 'outline'> & { outline: string }

const shown = `w.id, w.key, w.publish_on AS "publishOn", w.q, w.country, w.language, w.context, w.title, w.outline, w.keywords, w.questions,
  (SELECT a.id FROM writing.article a
   WHERE a.site_id = w.site_id AND a.key = w.key AND a.country = w.country AND a.language = w.language) AS "articleId", ${makingColumns}`
/** The plans, `w`. */
export const planRows = `SELECT ${shown} FROM writing.plan w ${makingOf('plan')}`

/** The content plans of sites. */
export function createPlanStore(pool: Pool) {
  return {
    async find({ id }: Pick<Site, 'id'>, { key, publishOn }: PlanIdentity): Promise<PlanRecord | undefined> {
      const found = await pool.query<StoredPlan>(
        `${planRows} WHERE w.site_id = $1 AND w.key = $2 AND w.publish_on = $3`,
        [id, key, publishOn],
      )
      return found.rows.map(planOfRow)[0]
    },

    /** Adds a plan in the transaction that starts its writing; false if the site has it. Throws `plan_limit_reached`, or `not_found` without the site. */
    add: (client: PoolClient, site: Site, plan: NewPlan, limit: MonthLimit, now: Date): Promise<boolean> =>
      addWithin(client, site, limit, async () => {
        await requireSite(client, site)
        const added = await client.query(
          `INSERT INTO writing.plan (id, site_id, key, publish_on, q, country, language, context, created_at, updated_at, keywords, questions)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) ON CONFLICT (site_id, key, publish_on) DO NOTHING`,
          [
            ...[plan.id, site.id, plan.key, plan.publishOn, plan.q, plan.country, plan.language, plan.context, now],
            ...[plan.keywords, plan.questions],
          ],
        )
        return added.rowCount === 1
      }),

    /** A plan that is to be written; undefined if it is written, or gone. */
    async due(id: string): Promise<DuePlan | undefined> {
      const found = await pool.query<DuePlan>(
        `SELECT ${siteColumns}, w.q AS keyword, w.country, w.language, w.context FROM writing.plan w ${dueFrom}`,
        [id],
      )
      return found.rows[0]
    },

    /** Stores what was written, once: the first writer wins. Keywords and questions that the plan began with stay. */
    async keep(
      id: string,
      { title, outline, keywords, questions }: PlanText,
      origin: Origin,
      now: Date,
    ): Promise<void> {
      const { generator, promptHash, sandbox, costUsd, error } = origin
      await pool.query(
        `UPDATE writing.plan w SET title = $2, outline = $3, keywords = ${joined('keywords', 4)}, questions = ${joined('questions', 5)}, generator = $6, prompt_hash = $7,
           sandbox = $8, cost_usd = $9, error = $10, written_at = $11, updated_at = $11, version = version + 1
         WHERE id = $1 AND written_at IS NULL`,
        [
          ...[id, title, JSON.stringify(outline), keywords, questions],
          ...[generator, promptHash, sandbox, costUsd, error, now],
        ],
      )
    },
  }
}

/** A list of the row and one that is given behind it, each text once. */
function joined(column: string, parameter: number): string {
  return `ARRAY(SELECT each FROM unnest(w.${column} || $${parameter}::text[]) WITH ORDINALITY AS u (each, n) GROUP BY each ORDER BY min(n))`
}

export function planOfRow({ outline, ...row }: StoredPlan): PlanRecord {
  // safe because plans are stored in this form alone
  return { ...row, outline: JSON.parse(outline) as PlanRecord['outline'] }
}
