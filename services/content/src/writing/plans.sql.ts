import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Columns, json, type RowOf, text, texts } from '@rts/shared/sql/column'
import { statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import type { PlanText, Section } from './rules/outline.ts'
import type { Topic } from './rules/topic.ts'
import type { WrittenFor } from './text-kind.ts'
import { type DueSite, type Making, selectDue, textTable } from './texts.sql.ts'

const plan = {
  id: text,
  key: text,
  publishOn: text,
  q: text,
  country: text,
  language: text,
  context: text.orNull,
  title: text.orNull,
  outline: json.of<Section[]>(),
  keywords: texts,
  questions: texts,
  articleId: text.orNull,
}
export type PlanRecord = RowOf<typeof plan> & Making
/** A site has one plan per topic (any spelling), month, country and language. */
export type PlanIdentity = Pick<PlanRecord, 'key' | 'publishOn' | 'country' | 'language'>
export type NewPlan = PlanIdentity & Pick<PlanRecord, 'id' | 'q' | 'context' | 'keywords' | 'questions'>
type PlanField = 'q' | 'key' | 'publishOn' | 'context' | 'title' | 'outline' | 'keywords' | 'questions'
/** Omitted fields stay unchanged. */
export type PlanChange = { [K in PlanField]?: PlanRecord[K] | undefined }
export type DuePlan = DueSite & Topic
export type PlanPlace = { publishOn: string; seq: bigint }

/** Context changes while a plan is written: each rewrites it at no charge. */
const maxContexts = 3

export const plans = textTable('plan', plan, {
  outline: 'w.outline::json',
  articleId: `(SELECT a.id FROM writing.article a
    WHERE a.site_id = w.site_id AND a.key = w.key AND a.country = w.country AND a.language = w.language)`,
})
const planOfMonth = plans.select('w.key = $2 AND w.publish_on = $3 AND w.country = $4 AND w.language = $5')
const plansAfter = plans.select('(w.publish_on, w.seq) > ($2, $3::bigint) ORDER BY w.publish_on, w.seq LIMIT $4')
// During a rolling update, a month has a topic in one country only.
const insertNew = statement(
  `INSERT INTO writing.plan (id, site_id, key, publish_on, q, country, language, context, created_at, updated_at, keywords, questions)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) ON CONFLICT DO NOTHING`,
)
const updateFields = statement(
  `UPDATE writing.plan SET q = coalesce($2, q), key = coalesce($3, key), publish_on = coalesce($4, publish_on),
     context = CASE WHEN $5 THEN $6 ELSE context END, title = coalesce($7, title), outline = coalesce($8, outline),
     keywords = coalesce($9, keywords), questions = coalesce($10, questions), version = version + 1, updated_at = $11
   WHERE id = $1`,
)
/** The version counts context changes: little else changes an unwritten plan. */
const takeContext = statement(
  `UPDATE writing.plan SET context = $2, version = version + 1, updated_at = $3
   WHERE id = $1 AND written_at IS NULL AND ($4 OR version <= ${maxContexts})`,
)
const topic: Columns<Topic> = { keyword: text, country: text, language: text, context: text.orNull }
const planThatIsDue = selectDue('plan w', topic, { keyword: 'w.q' })
/** The row's list, then the given one, without duplicates. */
const joined = (column: string, parameter: string) => `ARRAY(SELECT each
  FROM unnest(w.${column} || ${parameter}::text[]) WITH ORDINALITY AS u (each, n) GROUP BY each ORDER BY min(n))`
const storeText = statement(
  `UPDATE writing.plan w SET title = $2, outline = $3, keywords = ${joined('keywords', '$4')},
     questions = ${joined('questions', '$5')}, generator = $6, prompt_hash = $7, sandbox = $8, cost_usd = $9, error = $10,
     written_at = $11, updated_at = $11, version = version + 1
   WHERE id = $1 AND written_at IS NULL AND context IS NOT DISTINCT FROM $12`,
)

export function findPlan(db: Database, siteId: string, { key, publishOn, country, language }: PlanIdentity) {
  return planOfMonth.first(db, [siteId, key, publishOn, country, language])
}

/** False: written, or its context changed too often. */
export async function storeContext(
  db: Database,
  { id, context, isBegun }: { id: string; context: string; isBegun: boolean },
  now: Date,
): Promise<boolean> {
  return (await takeContext.run(db, [id, context, now, isBegun])) === 1
}

/** Plans by month, after a place. */
export function listPlans(db: Database, siteId: string, { publishOn, seq }: PlanPlace, take: number) {
  return plansAfter.rows(db, [siteId, publishOn, seq, take])
}

export function findPlanPlace(records: Records, siteId: string, id: string): Promise<PlanPlace | null> {
  return records.plan.findFirst({ where: { siteId, id }, select: { publishOn: true, seq: true } })
}

export function countPlans(records: Records, siteId: string): Promise<number> {
  return records.plan.count({ where: { siteId } })
}

/** False: it exists. */
export async function insertPlan(tx: Transaction, siteId: string, plan: NewPlan, now: Date): Promise<boolean> {
  const { id, key, publishOn, q, country, language, context, keywords, questions } = plan
  const values = [id, siteId, key, publishOn, q, country, language, context, now, keywords, questions]
  return (await insertNew.run(tx, values)) === 1
}

export async function updatePlan(tx: Transaction, id: string, change: PlanChange, now: Date): Promise<void> {
  const { q, key, publishOn, context, title, outline, keywords, questions } = change
  const json = outline && JSON.stringify(outline)
  const hasContext = context !== undefined
  await updateFields.run(tx, [id, q, key, publishOn, hasContext, context, title, json, keywords, questions, now])
}

/** Undefined: written or deleted. */
export function findDuePlan(db: Database, id: string): Promise<DuePlan | undefined> {
  return planThatIsDue.first(db, [id])
}

/** Stores a plan if its context is unchanged; the first writer wins. Its first keywords and questions stay. */
export async function storePlan(
  db: Database,
  id: string,
  { due, text, origin }: WrittenFor<DuePlan, PlanText>,
  now: Date,
): Promise<void> {
  const { title, outline, keywords, questions } = text
  const { generator, promptHash, sandbox, costUsd, error } = origin
  const written = [title, JSON.stringify(outline), keywords, questions]
  await storeText.run(db, [id, ...written, generator, promptHash, sandbox, costUsd, error, now, due.context])
}
