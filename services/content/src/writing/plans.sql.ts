import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { PlanText } from './rules/outline.ts'
import type { Topic } from './rules/topic.ts'
import {
  type DueSite,
  dueFrom,
  type Making,
  makingColumns,
  makingOf,
  noSuchText,
  type Origin,
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
/** Plans of a site with the same topic, whatever its spelling, and the same month are the same plan. */
export type PlanIdentity = Pick<PlanRecord, 'key' | 'publishOn'>
export type NewPlan = PlanIdentity &
  Pick<PlanRecord, 'id' | 'q' | 'country' | 'language' | 'context' | 'keywords' | 'questions'>
type PlanFields = Pick<
  PlanRecord,
  'q' | 'key' | 'publishOn' | 'context' | 'title' | 'outline' | 'keywords' | 'questions'
>
/** Omitted fields stay as they are. */
export type PlanChange = { [K in keyof PlanFields]?: PlanFields[K] | undefined }
export type DuePlan = DueSite & Topic
/** A plan's place in the list of a site. */
export type PlanPlace = { publishOn: string; seq: string }
type StoredPlan = Omit<PlanRecord, 'outline'> & { outline: string }

const shown = `w.id, w.key, w.publish_on AS "publishOn", w.q, w.country, w.language, w.context, w.title, w.outline, w.keywords, w.questions,
  (SELECT a.id FROM writing.article a
   WHERE a.site_id = w.site_id AND a.key = w.key AND a.country = w.country AND a.language = w.language) AS "articleId", ${makingColumns}`
const plans = `SELECT ${shown} FROM writing.plan w ${makingOf('plan')}`

export async function findPlan(
  db: Database,
  siteId: string,
  { key, publishOn }: PlanIdentity,
): Promise<PlanRecord | undefined> {
  const found = await db.query<StoredPlan>(`${plans} WHERE w.site_id = $1 AND w.key = $2 AND w.publish_on = $3`, [
    siteId,
    key,
    publishOn,
  ])
  return found.rows.map(parsed)[0]
}

/** Throws `not_found`. */
export async function requirePlan(db: Database, siteId: string, id: string): Promise<PlanRecord> {
  const found = await db.query<StoredPlan>(`${plans} WHERE w.site_id = $1 AND w.id = $2`, [siteId, id])
  if (!found.rows[0]) throw noSuchText('plan')
  return parsed(found.rows[0])
}

/** Up to `take` plans by month, from behind a place. */
export async function listPlans(db: Database, siteId: string, after: PlanPlace, take: number): Promise<PlanRecord[]> {
  const found = await db.query<StoredPlan>(
    `${plans} WHERE w.site_id = $1 AND (w.publish_on, w.seq) > ($2, $3::bigint) ORDER BY w.publish_on, w.seq LIMIT $4`,
    [siteId, after.publishOn, after.seq, take],
  )
  return found.rows.map(parsed)
}

export async function findPlanPlace(db: Database, siteId: string, id: string): Promise<PlanPlace | undefined> {
  const found = await db.query<PlanPlace>(
    'SELECT publish_on AS "publishOn", seq FROM writing.plan WHERE site_id = $1 AND id = $2',
    [siteId, id],
  )
  return found.rows[0]
}

export async function countPlans(db: Database, siteId: string): Promise<number> {
  const found = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM writing.plan WHERE site_id = $1',
    [siteId],
  )
  return found.rows[0]?.count ?? 0
}

/** False if the site has the plan. */
export async function insertPlan(tx: Transaction, siteId: string, plan: NewPlan, now: Date): Promise<boolean> {
  const { id, key, publishOn, q, country, language, context, keywords, questions } = plan
  const added = await tx.query(
    `INSERT INTO writing.plan (id, site_id, key, publish_on, q, country, language, context, created_at, updated_at, keywords, questions)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) ON CONFLICT (site_id, key, publish_on) DO NOTHING`,
    [id, siteId, key, publishOn, q, country, language, context, now, keywords, questions],
  )
  return added.rowCount === 1
}

export async function updatePlan(tx: Transaction, id: string, change: PlanChange, now: Date): Promise<void> {
  const { q, key, publishOn, context, title, outline, keywords, questions } = change
  const json = outline && JSON.stringify(outline)
  await tx.query(
    `UPDATE writing.plan SET q = coalesce($2, q), key = coalesce($3, key), publish_on = coalesce($4, publish_on),
       context = CASE WHEN $5 THEN $6 ELSE context END, title = coalesce($7, title), outline = coalesce($8, outline),
       keywords = coalesce($9, keywords), questions = coalesce($10, questions), version = version + 1, updated_at = $11
     WHERE id = $1`,
    [id, q, key, publishOn, context !== undefined, context, title, json, keywords, questions, now],
  )
}

/** A plan that is to be written; undefined if it is written, or deleted. */
export async function findDuePlan(db: Database, id: string): Promise<DuePlan | undefined> {
  const found = await db.query<DuePlan>(
    `SELECT ${siteColumns}, w.q AS keyword, w.country, w.language, w.context FROM writing.plan w ${dueFrom}`,
    [id],
  )
  return found.rows[0]
}

/** Stores a written plan, once: the first writer wins. Keywords and questions that the plan began with stay. */
export async function storePlan(db: Database, id: string, text: PlanText, origin: Origin, now: Date): Promise<void> {
  const { title, outline, keywords, questions } = text
  const { generator, promptHash, sandbox, costUsd, error } = origin
  const json = JSON.stringify(outline)
  await db.query(
    `UPDATE writing.plan w SET title = $2, outline = $3, keywords = ${joined('keywords', 4)}, questions = ${joined('questions', 5)}, generator = $6, prompt_hash = $7,
       sandbox = $8, cost_usd = $9, error = $10, written_at = $11, updated_at = $11, version = version + 1
     WHERE id = $1 AND written_at IS NULL`,
    [id, title, json, keywords, questions, generator, promptHash, sandbox, costUsd, error, now],
  )
}

/** A list of the row and one that is given behind it, each text once. */
function joined(column: string, parameter: number): string {
  return `ARRAY(SELECT each FROM unnest(w.${column} || $${parameter}::text[]) WITH ORDINALITY AS u (each, n) GROUP BY each ORDER BY min(n))`
}

function parsed({ outline, ...row }: StoredPlan): PlanRecord {
  // safe because plans are stored in this form alone
  return { ...row, outline: JSON.parse(outline) as PlanRecord['outline'] }
}
