import { randomUUID } from 'node:crypto'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import type { AuditReport } from '../audit/report.ts'

export type CrawlSubject = { kind: string; key: string }
export type OpenCrawl = {
  id: string
  worker: string
  start: string
  pagesDone: number
  /** What it kept when it was paused, as JSON. */
  kept: string | null
  /** How long earlier runs have crawled. */
  spentMs: number
  /** When this run began, on the clock of `performance.now()`. */
  openedAt: number
}
/** A crawl that goes on with what is kept, as JSON, once the site has had its rest. */
export type CrawlPause = { kept: string; restMs: number }
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
    /** Takes a host for a subject; false while another subject's crawl of it runs, or has just been paused. */
    takeHost: (subject: CrawlSubject, host: string) => inTransaction(pool, (client) => takeHost(client, subject, host)),

    /** Where the crawl of a subject that has not ended began. */
    async startOf({ kind, key }: CrawlSubject): Promise<string | null> {
      const found = await pool.query<{ start: string }>(
        `SELECT r.start_url AS start FROM crawl.run r JOIN collects.subject s ON s.id = r.subject_id
         WHERE s.kind = $1 AND s.key = $2 AND r.ended_at IS NULL`,
        [kind, key],
      )
      return found.rows[0]?.start ?? null
    },

    /** The crawl of a subject that has not ended, taken over, or a new one from `start`. Null when nobody wants it any more. */
    open: (subject: CrawlSubject, wish: { siteId: string; start: string; limit: number }): Promise<OpenCrawl | null> =>
      inTransaction(pool, (client) => open(client, subject, wish)),

    /** Pages of a crawl as JSON, from the n-th on: some of them, none after the last. */
    async pages({ id }: OpenCrawl, from: number): Promise<string[]> {
      const read = await pool.query<{ facts: string }>(
        'SELECT facts FROM crawl.page WHERE run_id = $1 AND n >= $2 ORDER BY n LIMIT 20',
        [id, from],
      )
      return read.rows.map(({ facts }) => facts)
    },

    /** Stores pages, each as JSON, in the order in which they were read. Throws `CrawlLost` for a worker that holds the crawl no more. */
    save: (crawl: OpenCrawl, from: number, pages: readonly string[], known: number) =>
      inTransaction(pool, async (client) => {
        await hold(client, crawl, from + pages.length, known)
        await client.query(
          `INSERT INTO crawl.page (run_id, n, facts)
           SELECT $1, $2::int + place - 1, facts FROM unnest($3::text[]) WITH ORDINALITY AS each (facts, place)`,
          [crawl.id, from, pages],
        )
      }),

    /** Keeps what a paused crawl goes on with; its host rests. */
    pause: (crawl: OpenCrawl, host: string, { kept, restMs }: CrawlPause) =>
      inTransaction(pool, async (client) => {
        const paused = await client.query<{ subjectId: string }>(
          `UPDATE crawl.run SET kept = $3, spent_ms = $4 WHERE id = $1 AND worker = $2 RETURNING subject_id AS "subjectId"`,
          [crawl.id, crawl.worker, kept, spentMs(crawl)],
        )
        await client.query(
          `UPDATE crawl.host SET rest_until = clock_timestamp() + $3 * interval '1 millisecond' WHERE host = $1 AND subject_id = $2`,
          [host, paused.rows[0]?.subjectId, restMs],
        )
      }),

    /** Notes how a crawl ended. Of older ones of the site the pages go, and in the end the crawls. */
    end: (crawl: OpenCrawl, { isComplete, report, counts }: CrawlEnd) =>
      inTransaction(pool, async (client) => {
        const { pagesDone, pagesKnown, score, health } = report
        await hold(client, crawl, pagesDone, pagesKnown)
        const ended = await client.query<{ subjectId: string }>(
          `UPDATE crawl.run SET ended_at = clock_timestamp(), kept = NULL, is_complete = $2, score = $3, health = $4, errors = $5,
             warnings = $6, notices = $7 WHERE id = $1 RETURNING subject_id AS "subjectId"`,
          [crawl.id, isComplete, score, health, counts.error, counts.warning, counts.notice],
        )
        await tidy(client, ended.rows[0]?.subjectId, crawl.id)
      }),

    /** The report of the crawl before, as JSON. */
    async lastReport({ kind, key }: CrawlSubject): Promise<string | null> {
      const found = await pool.query<{ body: string }>(
        `SELECT r.body FROM collects.subject s JOIN collects.result r ON r.id = s.result_id
         WHERE s.kind = $1 AND s.key = $2`,
        [kind, key],
      )
      return found.rows[0]?.body ?? null
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
       OR h.rest_until < clock_timestamp() AND NOT EXISTS (SELECT 1 FROM collects.subject s WHERE s.id = h.subject_id AND s.lease_until > clock_timestamp()))`,
    [host, kind, key],
  )
  return taken.rowCount === 1
}

async function open(
  client: PoolClient,
  { kind, key }: CrawlSubject,
  { siteId, start, limit }: { siteId: string; start: string; limit: number },
): Promise<OpenCrawl | null> {
  const opened = await client.query<Omit<OpenCrawl, 'openedAt'>>(
    `INSERT INTO crawl.run AS r (id, subject_id, site_id, start_url, worker, page_limit)
     SELECT $1, id, $4, $5, $6, $7 FROM collects.subject WHERE kind = $2 AND key = $3
     ON CONFLICT (subject_id) WHERE ended_at IS NULL DO UPDATE SET worker = excluded.worker
     RETURNING id, worker, start_url AS start, pages_done AS "pagesDone", spent_ms AS "spentMs", kept`,
    [randomUUID(), kind, key, siteId, start, randomUUID(), limit],
  )
  const [crawl] = opened.rows
  return crawl ? { ...crawl, openedAt: performance.now() } : null
}

async function hold(client: PoolClient, crawl: OpenCrawl, done: number, known: number): Promise<void> {
  const held = await client.query(
    `UPDATE crawl.run SET pages_done = $3, pages_known = $4, spent_ms = $5
     WHERE id = $1 AND worker = $2 AND ended_at IS NULL`,
    [crawl.id, crawl.worker, done, known, spentMs(crawl)],
  )
  if (held.rowCount !== 1) throw new CrawlLost(`crawl ${crawl.id} is held by another worker`)
}

/** How long this run and those before it have crawled. */
function spentMs({ spentMs, openedAt }: OpenCrawl): number {
  return Math.round(spentMs + performance.now() - openedAt)
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
