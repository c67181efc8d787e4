import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { ArticleText, PlanText } from './rules/outline.ts'
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

export type ArticleRecord = Making & {
  id: string
  /** The order of arrival. */
  seq: string
  key: string
  keyword: string
  country: string
  language: string
  title: string | null
  metaDescription: string | null
  markdown: string | null
  wordCount: number | null
  planId: string | null
}
/** Articles of a site with the same keyword, country and language are the same article. */
export type ArticleIdentity = Pick<ArticleRecord, 'key' | 'country' | 'language'>
export type NewArticle = ArticleIdentity & Pick<ArticleRecord, 'id' | 'keyword'>
type ArticleFields = Pick<ArticleRecord, 'keyword' | 'key' | 'title' | 'metaDescription' | 'markdown' | 'wordCount'>
/** Omitted fields stay as they are. */
export type ArticleChange = { [K in keyof ArticleFields]?: ArticleFields[K] | undefined }
export type DueArticle = DueSite & Topic & { plan: PlanText | null }
export type WrittenArticle = ArticleText & { wordCount: number }

/** The first plan for the same topic. */
const planOf = `(SELECT p.id FROM writing.plan p
   WHERE p.site_id = w.site_id AND p.key = w.key AND p.country = w.country AND p.language = w.language
   ORDER BY p.publish_on LIMIT 1)`
const shown = `w.id, w.seq, w.key, w.keyword, w.country, w.language, w.title, w.meta_description AS "metaDescription", w.markdown,
  w.word_count AS "wordCount", ${planOf} AS "planId", ${makingColumns}`
const articles = `SELECT ${shown} FROM writing.article w ${makingOf('article')}`

export async function findArticle(
  db: Database,
  siteId: string,
  { key, country, language }: ArticleIdentity,
): Promise<ArticleRecord | undefined> {
  const found = await db.query<ArticleRecord>(
    `${articles} WHERE w.site_id = $1 AND w.key = $2 AND w.country = $3 AND w.language = $4`,
    [siteId, key, country, language],
  )
  return found.rows[0]
}

/** Throws `not_found`. */
export async function requireArticle(db: Database, siteId: string, id: string): Promise<ArticleRecord> {
  const found = await db.query<ArticleRecord>(`${articles} WHERE w.site_id = $1 AND w.id = $2`, [siteId, id])
  if (!found.rows[0]) throw noSuchText('article')
  return found.rows[0]
}

/** Up to `take` articles, the latest first, from behind the place `after`. */
export async function listArticles(
  db: Database,
  siteId: string,
  after: string | null,
  take: number,
): Promise<ArticleRecord[]> {
  const found = await db.query<ArticleRecord>(
    `${articles} WHERE w.site_id = $1 AND ($2::bigint IS NULL OR w.seq < $2) ORDER BY w.seq DESC LIMIT $3`,
    [siteId, after, take],
  )
  return found.rows
}

export async function countArticles(db: Database, siteId: string): Promise<number> {
  const found = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM writing.article WHERE site_id = $1',
    [siteId],
  )
  return found.rows[0]?.count ?? 0
}

/** False if the site has the article. */
export async function insertArticle(tx: Transaction, siteId: string, article: NewArticle, now: Date): Promise<boolean> {
  const { id, key, keyword, country, language } = article
  const added = await tx.query(
    `INSERT INTO writing.article (id, site_id, key, keyword, country, language, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (site_id, key, country, language) DO NOTHING`,
    [id, siteId, key, keyword, country, language, now],
  )
  return added.rowCount === 1
}

export async function updateArticle(tx: Transaction, id: string, change: ArticleChange, now: Date): Promise<void> {
  const { keyword, key, title, metaDescription, markdown, wordCount } = change
  await tx.query(
    `UPDATE writing.article SET keyword = coalesce($2, keyword), key = coalesce($3, key), title = coalesce($4, title),
       meta_description = coalesce($5, meta_description), markdown = coalesce($6, markdown),
       word_count = coalesce($7, word_count), version = version + 1, updated_at = $8 WHERE id = $1`,
    [id, keyword, key, title, metaDescription, markdown, wordCount, now],
  )
}

/** An article that is to be written, with its plan and the context of that; undefined if it is written, or deleted. */
export async function findDueArticle(db: Database, id: string): Promise<DueArticle | undefined> {
  const found = await db.query<DueArticle>(
    `SELECT ${siteColumns}, w.keyword, w.country, w.language, p.context,
       CASE WHEN p.written_at IS NOT NULL THEN json_build_object('title', p.title, 'outline', p.outline::json,
         'keywords', p.keywords, 'questions', p.questions) END AS plan
     FROM writing.article w
     LEFT JOIN writing.plan p ON p.id = ${planOf} ${dueFrom}`,
    [id],
  )
  return found.rows[0]
}

/** Stores a written article, once: the first writer wins. */
export async function storeArticle(
  db: Database,
  id: string,
  { title, metaDescription, markdown, wordCount }: WrittenArticle,
  { generator, promptHash, sandbox, costUsd, error }: Origin,
  now: Date,
): Promise<void> {
  await db.query(
    `UPDATE writing.article SET title = $2, meta_description = $3, markdown = $4, word_count = $5, generator = $6,
       prompt_hash = $7, sandbox = $8, cost_usd = $9, error = $10, written_at = $11, updated_at = $11, version = version + 1
     WHERE id = $1 AND written_at IS NULL`,
    [id, title, metaDescription, markdown, wordCount, generator, promptHash, sandbox, costUsd, error, now],
  )
}
