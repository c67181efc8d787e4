import type { Pool, PoolClient } from 'pg'
import { addWithin, type MonthLimit, requireSite } from './months.sql.ts'
import type { ArticleText, PlanText } from './rules/outline.ts'
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
/** What makes an article of a site the same article. */
export type ArticleIdentity = Pick<ArticleRecord, 'key' | 'country' | 'language'>
export type NewArticle = ArticleIdentity & Pick<ArticleRecord, 'id' | 'keyword'>
export type DueArticle = DueSite & Topic & { plan: PlanText | null }
export type ArticleStore = ReturnType<typeof createArticleStore>

/** The first plan for the same topic. */
const planOf = `(SELECT p.id FROM writing.plan p
   WHERE p.site_id = w.site_id AND p.key = w.key AND p.country = w.country AND p.language = w.language
   ORDER BY p.publish_on LIMIT 1)`
const shown = `w.id, w.seq, w.key, w.keyword, w.country, w.language, w.title, w.meta_description AS "metaDescription", w.markdown,
  w.word_count AS "wordCount", ${planOf} AS "planId", ${makingColumns}`
/** The articles, `w`. */
export const articleRows = `SELECT ${shown} FROM writing.article w ${makingOf('article')}`

/** The articles of sites. */
export function createArticleStore(pool: Pool) {
  return {
    async find({ id }: Pick<Site, 'id'>, wanted: ArticleIdentity): Promise<ArticleRecord | undefined> {
      const found = await pool.query<ArticleRecord>(
        `${articleRows} WHERE w.site_id = $1 AND w.key = $2 AND w.country = $3 AND w.language = $4`,
        [id, wanted.key, wanted.country, wanted.language],
      )
      return found.rows[0]
    },

    /** Adds an article in the transaction that starts its writing; false if the site has it. Throws `plan_limit_reached`, or `not_found` without the site. */
    add: (client: PoolClient, site: Site, article: NewArticle, limit: MonthLimit, now: Date): Promise<boolean> =>
      addWithin(client, site, limit, async () => {
        await requireSite(client, site)
        const added = await client.query(
          `INSERT INTO writing.article (id, site_id, key, keyword, country, language, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (site_id, key, country, language) DO NOTHING`,
          [article.id, site.id, article.key, article.keyword, article.country, article.language, now],
        )
        return added.rowCount === 1
      }),

    /** An article that is to be written, with its plan and what that says of it; undefined if it is written, or gone. */
    async due(id: string): Promise<DueArticle | undefined> {
      const found = await pool.query<DueArticle>(
        `SELECT ${siteColumns}, w.keyword, w.country, w.language, p.context,
           CASE WHEN p.written_at IS NOT NULL THEN json_build_object('title', p.title, 'outline', p.outline::json,
             'keywords', p.keywords, 'questions', p.questions) END AS plan
         FROM writing.article w
         LEFT JOIN writing.plan p ON p.id = ${planOf} ${dueFrom}`,
        [id],
      )
      return found.rows[0]
    },

    /** Stores what was written, once: the first writer wins. */
    async keep(id: string, text: ArticleText & { wordCount: number }, origin: Origin, now: Date): Promise<void> {
      const { generator, promptHash, sandbox, costUsd, error } = origin
      await pool.query(
        `UPDATE writing.article SET title = $2, meta_description = $3, markdown = $4, word_count = $5, generator = $6,
           prompt_hash = $7, sandbox = $8, cost_usd = $9, error = $10, written_at = $11, updated_at = $11, version = version + 1
         WHERE id = $1 AND written_at IS NULL`,
        [
          ...[id, text.title, text.metaDescription, text.markdown, text.wordCount],
          ...[generator, promptHash, sandbox, costUsd, error, now],
        ],
      )
    },
  }
}
