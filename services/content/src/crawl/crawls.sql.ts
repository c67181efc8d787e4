import type { Database } from '@rts/shared/service/transaction'

/** One crawl of a site, as people see it. */
export type CrawlRecord = {
  id: string
  startedAt: Date
  endedAt: Date | null
  isComplete: boolean | null
  pageLimit: number
  pagesDone: number
  pagesKnown: number
  score: number | null
  health: number | null
  errors: number | null
  warnings: number | null
  notices: number | null
}
export type CrawledPage = { url: string; status: number; title: string; h1: string; headings: string[]; words: number }

const columns = `r.id, r.started_at AS "startedAt", r.ended_at AS "endedAt", r.is_complete AS "isComplete", r.page_limit AS "pageLimit",
  r.pages_done AS "pagesDone", r.pages_known AS "pagesKnown", r.score, r.health, r.errors, r.warnings, r.notices`
/** Crawls that the site may read: what was collected for a guest ends with its reading. */
const ofSite = `crawl.run r JOIN collects.reading d ON d.subject_id = r.subject_id AND d.scope = 's:' || r.site_id
  AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp())`

/** The latest first. */
export async function listCrawls(db: Database, siteId: string): Promise<CrawlRecord[]> {
  const found = await db.query<CrawlRecord>(
    `SELECT ${columns} FROM ${ofSite} WHERE r.site_id = $1 ORDER BY r.started_at DESC`,
    [siteId],
  )
  return found.rows
}

export async function findCrawl(db: Database, siteId: string, id: string): Promise<CrawlRecord | null> {
  const found = await db.query<CrawlRecord>(`SELECT ${columns} FROM ${ofSite} WHERE r.site_id = $1 AND r.id = $2`, [
    siteId,
    id,
  ])
  return found.rows[0] ?? null
}

/** How far the running crawl of a site is. */
export async function findProgress(
  db: Database,
  siteId: string,
): Promise<Pick<CrawlRecord, 'pagesDone' | 'pagesKnown'> | null> {
  const found = await db.query<Pick<CrawlRecord, 'pagesDone' | 'pagesKnown'>>(
    `SELECT pages_done AS "pagesDone", pages_known AS "pagesKnown" FROM crawl.run
     WHERE site_id = $1 AND ended_at IS NULL ORDER BY started_at DESC LIMIT 1`,
    [siteId],
  )
  return found.rows[0] ?? null
}

/** The pages of the last crawl that ended, without those that answered with an error. */
export async function listCrawledPages(db: Database, siteId: string): Promise<CrawledPage[]> {
  const found = await db.query<CrawledPage>(
    `WITH last AS (SELECT r.id FROM ${ofSite} WHERE r.site_id = $1 AND r.ended_at IS NOT NULL ORDER BY r.started_at DESC LIMIT 1)
     SELECT f->>'url' AS url, (f->>'status')::int AS status, f->>'title' AS title, f->>'h1' AS h1,
       coalesce(f->'headings', '[]') AS headings, (f->>'words')::int AS words
     FROM last JOIN crawl.page p ON p.run_id = last.id CROSS JOIN LATERAL (SELECT p.facts::json AS f) AS each
     WHERE (f->>'isHtml')::boolean AND (f->>'status')::int BETWEEN 200 AND 299 ORDER BY p.n`,
    [siteId],
  )
  return found.rows
}
