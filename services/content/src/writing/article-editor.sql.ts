import type { Pool } from 'pg'
import { type ArticleRecord, articleRows } from './articles.sql.ts'
import { type Change, changeText, noSuchText, removeText } from './changes.sql.ts'
import type { Site } from './texts.sql.ts'

type OwnSite = Pick<Site, 'id'>
type ArticleChange = Change<
  Pick<ArticleRecord, 'keyword' | 'key' | 'title' | 'metaDescription' | 'markdown' | 'wordCount'>
>
export type ArticleEditor = ReturnType<typeof createArticleEditor>

/** What people do with the articles of their sites. */
export function createArticleEditor(pool: Pool) {
  return {
    /** Up to `take` articles, the latest first, from behind the place `after`. */
    async list({ id }: OwnSite, after: string | null, take: number): Promise<ArticleRecord[]> {
      const found = await pool.query<ArticleRecord>(
        `${articleRows} WHERE w.site_id = $1 AND ($2::bigint IS NULL OR w.seq < $2) ORDER BY w.seq DESC LIMIT $3`,
        [id, after, take],
      )
      return found.rows
    },

    async count({ id }: OwnSite): Promise<number> {
      const found = await pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM writing.article WHERE site_id = $1',
        [id],
      )
      return found.rows[0]?.count ?? 0
    },

    async require({ id: siteId }: OwnSite, id: string): Promise<ArticleRecord> {
      const found = await pool.query<ArticleRecord>(`${articleRows} WHERE w.site_id = $1 AND w.id = $2`, [siteId, id])
      if (!found.rows[0]) throw noSuchText('article')
      return found.rows[0]
    },

    update: (site: OwnSite, edit: { id: string; version: number }, change: ArticleChange, now: Date): Promise<void> =>
      changeText(pool, 'article', site, { ...edit, needsText: true }, (client) =>
        client.query(
          `UPDATE writing.article SET keyword = coalesce($2, keyword), key = coalesce($3, key), title = coalesce($4, title),
             meta_description = coalesce($5, meta_description), markdown = coalesce($6, markdown),
             word_count = coalesce($7, word_count), version = version + 1, updated_at = $8 WHERE id = $1`,
          [
            ...[edit.id, change.keyword, change.key, change.title, change.metaDescription, change.markdown],
            ...[change.wordCount, now],
          ],
        ),
      ),

    remove: (site: OwnSite, id: string): Promise<void> => removeText(pool, 'article', site, id),
  }
}
