import { randomUUID } from 'node:crypto'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import type { AuditReport } from '../audit/report.ts'
import type { PageFacts } from '../audit/site.ts'

export type CrawlSubject = { kind: string; key: string }
export type OpenCrawl = { id: string; worker: string; start: string; pages: PageFacts[] }
export type CrawlEnd = {
  isComplete: boolean
  report: AuditReport
  counts: { error: number; warning: number; notice: number }
}

/** A crawl that another worker has taken over writes nothing more. */
class CrawlLost extends Error {}

const keptRuns = 50

/** The crawls of this service: who crawls which host, what was read, and how each crawl ended. */
export function createCrawlStore(pool: Pool) {
  return {
    /** Takes a host for a subject; false while another subject's crawl of it runs. */
    takeHost: (subject: CrawlSubject, host: string) => inTransaction(pool, (client) => takeHost(client, subject, host)),

    /** The crawl of a subject that has not ended, taken over with its pages, or a new one from `start`. Null when nobody wants it any more. */
    open: (subject: CrawlSubject, wish: { siteId: string; start: string; limit: number }): Promise<OpenCrawl | null> =>
      inTransaction(pool, (client) => open(client, subject, wish)),

    /** Stores pages in the order in which they were read. Throws `CrawlLost` for a worker that holds the crawl no more. */
    save: (crawl: OpenCrawl, from: number, pages: readonly PageFacts[], known: number) =>
      inTransaction(pool, async (client) => {
        await hold(client, crawl, from + pages.length, known)
        await client.query(
          `INSERT INTO crawl.page (run_id, n, facts)
           SELECT $1, $2::int + place - 1, facts FROM unnest($3::text[]) WITH ORDINALITY AS each (facts, place)`,
          [crawl.id, from, pages.map((page) => JSON.stringify(page))],
        )
      }),

    /** Notes how a crawl ended. Of older ones of the site the pages go, and in the end the crawls. */
    end: (crawl: OpenCrawl, { isComplete, report, counts }: CrawlEnd) =>
      inTransaction(pool, async (client) => {
        const { pagesDone, pagesKnown, score, health } = report
        await hold(client, crawl, pagesDone, pagesKnown)
        const ended = await client.query<{ subjectId: string }>(
          `UPDATE crawl.run SET ended_at = clock_timestamp(), is_complete = $2, score = $3, health = $4, errors = $5,
             warnings = $6, notices = $7 WHERE id = $1 RETURNING subject_id AS "subjectId"`,
          [crawl.id, isComplete, score, health, counts.error, counts.warning, counts.notice],
        )
        await tidy(client, ended.rows[0]?.subjectId, crawl.id)
      }),

    /** The report of the crawl before. */
    async lastReport({ kind, key }: CrawlSubject): Promise<AuditReport | null> {
      const found = await pool.query<{ body: string }>(
        `SELECT r.body FROM collects.subject s JOIN collects.result r ON r.id = s.result_id
         WHERE s.kind = $1 AND s.key = $2`,
        [kind, key],
      )
      // safe because runs of this kind alone write these results
      return found.rows[0] ? (JSON.parse(found.rows[0].body) as AuditReport) : null
    },

    /** The plan of the account that has the site; null while it is unknown. */
    async planOf(siteId: string): Promise<string | null> {
      const found = await pool.query<{ plan: string }>(
        'SELECT a.plan FROM known.site s JOIN known.account a ON a.id = s.account_id WHERE s.id = $1',
        [siteId],
      )
      return found.rows[0]?.plan ?? null
    },
  }
}
export type CrawlStore = ReturnType<typeof createCrawlStore>

/** The row is locked before the lease of its holder is looked at, so that two subjects never find it free at once. */
async function takeHost(client: PoolClient, { kind, key }: CrawlSubject, host: string): Promise<boolean> {
  const own = `(SELECT id FROM collects.subject WHERE kind = $2 AND key = $3)`
  await client.query(
    `INSERT INTO crawl.host (host, subject_id) SELECT $1, id FROM ${own} AS s ON CONFLICT DO NOTHING`,
    [host, kind, key],
  )
  await client.query('SELECT 1 FROM crawl.host WHERE host = $1 FOR UPDATE', [host])
  const taken = await client.query(
    `UPDATE crawl.host h SET subject_id = own.id FROM ${own} AS own WHERE h.host = $1 AND (h.subject_id = own.id
       OR NOT EXISTS (SELECT 1 FROM collects.subject s WHERE s.id = h.subject_id AND s.lease_until > clock_timestamp()))`,
    [host, kind, key],
  )
  return taken.rowCount === 1
}

async function open(
  client: PoolClient,
  { kind, key }: CrawlSubject,
  { siteId, start, limit }: { siteId: string; start: string; limit: number },
): Promise<OpenCrawl | null> {
  const opened = await client.query<Omit<OpenCrawl, 'pages'>>(
    `INSERT INTO crawl.run AS r (id, subject_id, site_id, start_url, worker, page_limit)
     SELECT $1, id, $4, $5, $6, $7 FROM collects.subject WHERE kind = $2 AND key = $3
     ON CONFLICT (subject_id) WHERE ended_at IS NULL DO UPDATE SET worker = excluded.worker
     RETURNING id, worker, start_url AS start`,
    [randomUUID(), kind, key, siteId, start, randomUUID(), limit],
  )
  const [crawl] = opened.rows
  if (!crawl) return null
  const read = await client.query<{ facts: string }>('SELECT facts FROM crawl.page WHERE run_id = $1 ORDER BY n', [
    crawl.id,
  ])
  // safe because `save` alone writes these rows
  return { ...crawl, pages: read.rows.map(({ facts }) => JSON.parse(facts) as PageFacts) }
}

async function hold(client: PoolClient, { id, worker }: OpenCrawl, done: number, known: number): Promise<void> {
  const held = await client.query(
    'UPDATE crawl.run SET pages_done = $3, pages_known = $4 WHERE id = $1 AND worker = $2 AND ended_at IS NULL',
    [id, worker, done, known],
  )
  if (held.rowCount !== 1) throw new CrawlLost(`crawl ${id} is held by another worker`)
}

async function tidy(client: PoolClient, subjectId: string | undefined, latest: string): Promise<void> {
  await client.query(
    'DELETE FROM crawl.page p USING crawl.run r WHERE r.id = p.run_id AND r.subject_id = $1 AND r.id <> $2',
    [subjectId, latest],
  )
  await client.query(
    `DELETE FROM crawl.run WHERE id IN (
       SELECT id FROM crawl.run WHERE subject_id = $1 ORDER BY started_at DESC OFFSET ${keptRuns})`,
    [subjectId],
  )
}
