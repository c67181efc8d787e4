import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { CrawlEnd, CrawlPause } from './thread-messages.ts'

/** The collected subject that a crawl is for. */
export type CrawlSubject = { kind: string; key: string }
export type OpenCrawl = {
  id: string
  worker: string
  start: string
  pagesDone: number
  /** The state that it kept when it was paused, as JSON. */
  kept: string | null
  /** How long earlier runs have crawled. */
  spentMs: number
  /** When this run began, on the clock of `performance.now()`. */
  openedAt: number
}

/** A crawl that another worker has taken over writes nothing more. */
class CrawlLost extends Error {}

const keptRuns = 50

/**
 * Takes a host for a subject; false while another subject's crawl of it runs, or has just been paused. The row is locked before the
 * lease of its holder is looked at, so that two subjects never find it free at once.
 */
export async function takeHost(tx: Transaction, { kind, key }: CrawlSubject, host: string): Promise<boolean> {
  const own = `(SELECT id FROM collects.subject WHERE kind = $2 AND key = $3)`
  await tx.query(`INSERT INTO crawl.host (host, subject_id) SELECT $1, id FROM ${own} AS s ON CONFLICT DO NOTHING`, [
    host,
    kind,
    key,
  ])
  await tx.query('SELECT 1 FROM crawl.host WHERE host = $1 FOR UPDATE', [host])
  const taken = await tx.query(
    `UPDATE crawl.host h SET subject_id = own.id FROM ${own} AS own WHERE h.host = $1 AND (h.subject_id = own.id
       OR h.rest_until < clock_timestamp() AND NOT EXISTS (SELECT 1 FROM collects.subject s WHERE s.id = h.subject_id AND s.lease_until > clock_timestamp()))`,
    [host, kind, key],
  )
  return taken.rowCount === 1
}

/** Where the crawl of a subject that has not ended began. */
export async function findStart(db: Database, { kind, key }: CrawlSubject): Promise<string | null> {
  const found = await db.query<{ start: string }>(
    `SELECT r.start_url AS start FROM crawl.run r JOIN collects.subject s ON s.id = r.subject_id
     WHERE s.kind = $1 AND s.key = $2 AND r.ended_at IS NULL`,
    [kind, key],
  )
  return found.rows[0]?.start ?? null
}

/** Takes over the crawl of a subject that has not ended, or opens one from `start`. Null when the subject is deleted. */
export async function openCrawl(
  db: Database,
  { kind, key }: CrawlSubject,
  { siteId, start, limit }: { siteId: string; start: string; limit: number },
): Promise<OpenCrawl | null> {
  const opened = await db.query<Omit<OpenCrawl, 'openedAt'>>(
    `INSERT INTO crawl.run AS r (id, subject_id, site_id, start_url, worker, page_limit)
     SELECT $1, id, $4, $5, $6, $7 FROM collects.subject WHERE kind = $2 AND key = $3
     ON CONFLICT (subject_id) WHERE ended_at IS NULL DO UPDATE SET worker = excluded.worker
     RETURNING id, worker, start_url AS start, pages_done AS "pagesDone", spent_ms AS "spentMs", kept`,
    [randomUUID(), kind, key, siteId, start, randomUUID(), limit],
  )
  const [crawl] = opened.rows
  return crawl ? { ...crawl, openedAt: performance.now() } : null
}

/** Pages of a crawl as JSON, from the n-th on: some of them, none after the last. */
export async function listPages(db: Database, { id }: OpenCrawl, from: number): Promise<string[]> {
  const read = await db.query<{ facts: string }>(
    'SELECT facts FROM crawl.page WHERE run_id = $1 AND n >= $2 ORDER BY n LIMIT 20',
    [id, from],
  )
  return read.rows.map(({ facts }) => facts)
}

/** Stores pages, each as JSON, in the order in which they were read. Throws `CrawlLost` for a worker that has lost the crawl. */
export async function insertPages(
  tx: Transaction,
  crawl: OpenCrawl,
  { from, pages, known }: { from: number; pages: readonly string[]; known: number },
): Promise<void> {
  await hold(tx, crawl, from + pages.length, known)
  await tx.query(
    `INSERT INTO crawl.page (run_id, n, facts)
     SELECT $1, $2::int + place - 1, facts FROM unnest($3::text[]) WITH ORDINALITY AS each (facts, place)`,
    [crawl.id, from, pages],
  )
}

/** Keeps the state that a paused crawl goes on with; its host rests. */
export async function pauseCrawl(
  tx: Transaction,
  crawl: OpenCrawl,
  host: string,
  { kept, restMs }: CrawlPause,
): Promise<void> {
  const paused = await tx.query<{ subjectId: string }>(
    `UPDATE crawl.run SET kept = $3, spent_ms = $4 WHERE id = $1 AND worker = $2 RETURNING subject_id AS "subjectId"`,
    [crawl.id, crawl.worker, kept, spentMs(crawl)],
  )
  await tx.query(
    `UPDATE crawl.host SET rest_until = clock_timestamp() + $3 * interval '1 millisecond' WHERE host = $1 AND subject_id = $2`,
    [host, paused.rows[0]?.subjectId, restMs],
  )
}

/** Notes how a crawl ended, and deletes the pages of the site's older crawls and its oldest crawls. */
export async function endCrawl(tx: Transaction, crawl: OpenCrawl, { isComplete, report, counts }: CrawlEnd) {
  const { pagesDone, pagesKnown, score, health } = report
  await hold(tx, crawl, pagesDone, pagesKnown)
  const ended = await tx.query<{ subjectId: string }>(
    `UPDATE crawl.run SET ended_at = clock_timestamp(), kept = NULL, is_complete = $2, score = $3, health = $4, errors = $5,
       warnings = $6, notices = $7 WHERE id = $1 RETURNING subject_id AS "subjectId"`,
    [crawl.id, isComplete, score, health, counts.error, counts.warning, counts.notice],
  )
  const subjectId = ended.rows[0]?.subjectId
  await tx.query(
    'DELETE FROM crawl.page p USING crawl.run r WHERE r.id = p.run_id AND r.subject_id = $1 AND r.id <> $2',
    [subjectId, crawl.id],
  )
  await tx.query(
    `DELETE FROM crawl.run WHERE id IN (
       SELECT id FROM crawl.run WHERE subject_id = $1 ORDER BY started_at DESC OFFSET ${keptRuns})`,
    [subjectId],
  )
}

/** The report of the crawl before, as JSON. */
export async function findLastReport(db: Database, { kind, key }: CrawlSubject): Promise<string | null> {
  const found = await db.query<{ body: string }>(
    `SELECT r.body FROM collects.subject s JOIN collects.result r ON r.id = s.result_id
     WHERE s.kind = $1 AND s.key = $2`,
    [kind, key],
  )
  return found.rows[0]?.body ?? null
}

/** The plan of the account that has the site; null while it is unknown. */
export async function findPlan(db: Database, siteId: string): Promise<string | null> {
  const found = await db.query<{ plan: string }>(
    'SELECT a.plan FROM known.site s JOIN known.account a ON a.id = s.account_id WHERE s.id = $1',
    [siteId],
  )
  return found.rows[0]?.plan ?? null
}

async function hold(tx: Transaction, crawl: OpenCrawl, done: number, known: number): Promise<void> {
  const held = await tx.query(
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
