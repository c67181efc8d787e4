import type { Database } from '@rts/shared/service/transaction'
import { boolean, int, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const crawl = {
  id: text,
  startedAt: time,
  endedAt: time.orNull,
  isComplete: boolean.orNull,
  pageLimit: int,
  pagesDone: int,
  pagesKnown: int,
  score: int.orNull,
  health: int.orNull,
  errors: int.orNull,
  warnings: int.orNull,
  notices: int.orNull,
}
export type CrawlRecord = RowOf<typeof crawl>
const progress = { pagesDone: int, pagesKnown: int }
const crawledPage = { url: text, status: int, title: text, h1: text, headings: json.of<string[]>(), words: int }
export type CrawledPage = RowOf<typeof crawledPage>

/** A guest's crawls end with its reading. */
const ofSite = `crawl.run r JOIN collects.reading d ON d.subject_id = r.subject_id AND d.scope = 's:' || r.site_id
  AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp())`
const selectCrawls = `SELECT ${selectList(crawl, 'r')} FROM ${ofSite} WHERE r.site_id = $1`
const crawlsOfSite = query(crawl, `${selectCrawls} ORDER BY r.started_at DESC`)
const runningProgress = query(
  progress,
  `SELECT ${selectList(progress, 'r')} FROM crawl.run r WHERE site_id = $1 AND ended_at IS NULL ORDER BY started_at DESC LIMIT 1`,
)
const pagesOfLastCrawl = query(
  crawledPage,
  `WITH last AS (SELECT r.id FROM ${ofSite} WHERE r.site_id = $1 AND r.ended_at IS NOT NULL ORDER BY r.started_at DESC LIMIT 1)
   SELECT f->>'url' AS url, (f->>'status')::int AS status, f->>'title' AS title, f->>'h1' AS h1,
     coalesce(f->'headings', '[]') AS headings, (f->>'words')::int AS words
   FROM last JOIN crawl.page p ON p.run_id = last.id CROSS JOIN LATERAL (SELECT p.facts::json AS f) AS each
   WHERE (f->>'isHtml')::boolean AND (f->>'status')::int BETWEEN 200 AND 299 ORDER BY p.n`,
)

/** Latest first. */
export function listCrawls(db: Database, siteId: string): Promise<CrawlRecord[]> {
  return crawlsOfSite.rows(db, [siteId])
}

export async function findProgress(db: Database, siteId: string): Promise<RowOf<typeof progress> | null> {
  return (await runningProgress.first(db, [siteId])) ?? null
}

/** Pages of the last finished crawl, errors excluded. */
export function listCrawledPages(db: Database, siteId: string): Promise<CrawledPage[]> {
  return pagesOfLastCrawl.rows(db, [siteId])
}
