import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, int, json, type RowOf, text } from '@rts/shared/sql/column'
import { statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import type { ArticleText, PlanText } from './rules/outline.ts'
import type { WrittenFor } from './text-kind.ts'
import { type DueSite, type Making, selectDue, textTable } from './texts.sql.ts'

const article = {
  id: text,
  seq: bigint,
  key: text,
  keyword: text,
  country: text,
  language: text,
  title: text.orNull,
  metaDescription: text.orNull,
  markdown: text.orNull,
  wordCount: int.orNull,
  planId: text.orNull,
}
export type ArticleRecord = RowOf<typeof article> & Making
/** A site has one article per keyword, country and language. */
export type ArticleIdentity = Pick<ArticleRecord, 'key' | 'country' | 'language'>
export type NewArticle = ArticleIdentity & Pick<ArticleRecord, 'id' | 'keyword'>
type ArticleField = 'keyword' | 'key' | 'title' | 'metaDescription' | 'markdown' | 'wordCount'
/** Omitted fields stay unchanged. */
export type ArticleChange = { [K in ArticleField]?: ArticleRecord[K] | undefined }
const dueArticle = {
  keyword: text,
  country: text,
  language: text,
  context: text.orNull,
  plan: json.of<PlanText>().orNull,
}
export type DueArticle = DueSite & RowOf<typeof dueArticle>
export type WrittenArticle = ArticleText & { wordCount: number }

const planOf = `(SELECT p.id FROM writing.plan p
   WHERE p.site_id = w.site_id AND p.key = w.key AND p.country = w.country AND p.language = w.language
   ORDER BY p.publish_on LIMIT 1)`
export const articles = textTable('article', article, { planId: planOf })
const articleOfTopic = articles.select('w.key = $2 AND w.country = $3 AND w.language = $4')
const articlesBefore = articles.select('($2::bigint IS NULL OR w.seq < $2) ORDER BY w.seq DESC LIMIT $3')
const insertNew = statement(
  `INSERT INTO writing.article (id, site_id, key, keyword, country, language, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (site_id, key, country, language) DO NOTHING`,
)
const updateFields = statement(
  `UPDATE writing.article SET keyword = coalesce($2, keyword), key = coalesce($3, key), title = coalesce($4, title),
     meta_description = coalesce($5, meta_description), markdown = coalesce($6, markdown),
     word_count = coalesce($7, word_count), version = version + 1, updated_at = $8 WHERE id = $1`,
)
const articleThatIsDue = selectDue(`article w LEFT JOIN writing.plan p ON p.id = ${planOf}`, dueArticle, {
  context: 'p.context',
  plan: `CASE WHEN p.written_at IS NOT NULL THEN json_build_object('title', p.title, 'outline', p.outline::json,
    'keywords', p.keywords, 'questions', p.questions) END`,
})

export function findArticle(db: Database, siteId: string, { key, country, language }: ArticleIdentity) {
  return articleOfTopic.first(db, [siteId, key, country, language])
}

/** Latest first, after the place `after`. */
export function listArticles(db: Database, siteId: string, after: string | null, take: number) {
  return articlesBefore.rows(db, [siteId, after, take])
}

export function countArticles(records: Records, siteId: string): Promise<number> {
  return records.article.count({ where: { siteId } })
}

/** False: it exists. */
export async function insertArticle(tx: Transaction, siteId: string, article: NewArticle, now: Date): Promise<boolean> {
  const { id, key, keyword, country, language } = article
  return (await insertNew.run(tx, [id, siteId, key, keyword, country, language, now])) === 1
}

export async function updateArticle(tx: Transaction, id: string, change: ArticleChange, now: Date): Promise<void> {
  const { keyword, key, title, metaDescription, markdown, wordCount } = change
  await updateFields.run(tx, [id, keyword, key, title, metaDescription, markdown, wordCount, now])
}

/** Undefined: written or deleted. */
export function findDueArticle(db: Database, id: string): Promise<DueArticle | undefined> {
  return articleThatIsDue.first(db, [id])
}

/** The first writer wins. */
export async function storeArticle(
  records: Records,
  id: string,
  { text, origin }: Pick<WrittenFor<unknown, WrittenArticle>, 'text' | 'origin'>,
  now: Date,
) {
  const { title, metaDescription, markdown, wordCount } = text
  const written = { title, metaDescription, markdown, wordCount, ...origin, writtenAt: now, updatedAt: now }
  await records.article.updateMany({ where: { id, writtenAt: null }, data: { ...written, version: { increment: 1 } } })
}
