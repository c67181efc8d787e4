import { randomUUID } from 'node:crypto'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { CrawlAsks, CrawlEnd, CrawlPause } from './thread-messages.ts'

export type CrawlSubject = { kind: string; key: string }
const openRun = {
  id: text,
  worker: text,
  start: text,
  pagesDone: int,
  kept: text.orNull,
  spentMs: int,
}
/** `openedAt`: start of this run by `performance.now()`. */
export type OpenCrawl = RowOf<typeof openRun> & { openedAt: number }

/** Another worker took the crawl over: this one writes nothing more. */
class CrawlLost extends Error {}

const keptRuns = 50

const subjectOfHost = '(SELECT id FROM collects.subject WHERE kind = $2 AND key = $3)'
const insertHost = statement(
  `INSERT INTO crawl.host (host, subject_id) SELECT $1, id FROM ${subjectOfHost} AS s ON CONFLICT DO NOTHING`,
)
const lockHost = statement('SELECT FROM crawl.host WHERE host = $1 FOR UPDATE')
const claimHost = statement(
  `UPDATE crawl.host h SET subject_id = own.id FROM ${subjectOfHost} AS own WHERE h.host = $1 AND (h.subject_id = own.id
     OR h.rest_until < clock_timestamp() AND NOT EXISTS (
       SELECT FROM collects.subject s WHERE s.id = h.subject_id AND s.lease_until > clock_timestamp()))`,
)
const openOrTakeOver = query(
  openRun,
  `INSERT INTO crawl.run AS r (id, subject_id, site_id, start_url, worker, page_limit)
   SELECT $1, id, $4, $5, $6, $7 FROM collects.subject WHERE kind = $2 AND key = $3
   ON CONFLICT (subject_id) WHERE ended_at IS NULL DO UPDATE SET worker = excluded.worker
   RETURNING ${selectList(openRun, 'r', { start: 'r.start_url' })}`,
)
const setStart = statement('UPDATE crawl.run SET start_url = $3 WHERE id = $1 AND worker = $2 AND ended_at IS NULL')
const holdRun = statement(
  `UPDATE crawl.run SET pages_done = $3, pages_known = coalesce($4, pages_known), spent_ms = $5
   WHERE id = $1 AND worker = $2 AND ended_at IS NULL`,
)
const pauseRun = statement(
  `WITH paused AS (UPDATE crawl.run SET kept = $3, spent_ms = $4 WHERE id = $1 AND worker = $2 RETURNING subject_id)
   UPDATE crawl.host h SET rest_until = clock_timestamp() + $6 * interval '1 millisecond' FROM paused
   WHERE h.host = $5 AND h.subject_id = paused.subject_id`,
)
const endRun = statement(
  `UPDATE crawl.run SET ended_at = clock_timestamp(), kept = NULL, is_complete = $2, score = $3, health = $4, errors = $5,
     warnings = $6, notices = $7 WHERE id = $1`,
)
const deleteOlderPages = statement(
  `DELETE FROM crawl.page p USING crawl.run r, crawl.run newest
   WHERE newest.id = $1 AND r.subject_id = newest.subject_id AND r.id <> $1 AND p.run_id = r.id`,
)
const deletePagesOfSite = statement(
  `DELETE FROM crawl.page WHERE (run_id, n) IN (
     SELECT p.run_id, p.n FROM crawl.run r JOIN crawl.page p ON p.run_id = r.id WHERE r.site_id = $1 LIMIT $2)`,
)
const deleteOldestRuns = statement(
  `DELETE FROM crawl.run WHERE id IN (
     SELECT r.id FROM crawl.run r JOIN crawl.run newest ON newest.subject_id = r.subject_id
     WHERE newest.id = $1 ORDER BY r.started_at DESC OFFSET ${keptRuns})`,
)
const pagesFrom = query(
  { facts: text },
  'SELECT facts FROM crawl.page WHERE run_id = $1 AND n >= $2 ORDER BY n LIMIT 20',
)
const insertPagesFrom = statement(
  `INSERT INTO crawl.page (run_id, n, facts)
   SELECT $1, $2::int + place - 1, facts FROM unnest($3::text[]) WITH ORDINALITY AS each (facts, place)`,
)
const reportOfSubject = query(
  { body: text },
  `SELECT r.body FROM collects.subject s JOIN collects.result r ON r.id = s.result_id
   WHERE s.kind = $1 AND s.key = $2`,
)
const planOfSite = query(
  { plan: text },
  'SELECT a.plan FROM known.site s JOIN known.account a ON a.id = s.account_id WHERE s.id = $1',
)

/** Takes a host; false while another subject's crawl runs or just paused. Locks the row before it reads the lease. */
export async function takeHost(tx: Transaction, { kind, key }: CrawlSubject, host: string): Promise<boolean> {
  await insertHost.run(tx, [host, kind, key])
  await lockHost.run(tx, [host])
  return (await claimHost.run(tx, [host, kind, key])) === 1
}

/** Resumes a subject's crawl or opens one. Null: the subject is deleted. */
export async function openCrawl(
  db: Database,
  { kind, key }: CrawlSubject,
  { siteId, start, limit }: { siteId: string; start: string; limit: number },
): Promise<OpenCrawl | null> {
  const crawl = await openOrTakeOver.first(db, [randomUUID(), kind, key, siteId, start, randomUUID(), limit])
  return crawl ? { ...crawl, openedAt: performance.now() } : null
}

export async function startCrawlAt(db: Database, { id, worker }: OpenCrawl, start: string): Promise<void> {
  await setStart.run(db, [id, worker, start])
}

/** Pages as JSON from index n on; empty after the last. */
export async function listPages(db: Database, { id }: OpenCrawl, from: number): Promise<string[]> {
  return (await pagesFrom.rows(db, [id, from])).map(({ facts }) => facts)
}

/** Stores pages as JSON, in reading order, by batch. Throws `CrawlLost` once another worker has the crawl. */
export function createPageStore(database: Database, crawl: OpenCrawl): CrawlAsks['save'] {
  let count = crawl.pagesDone
  let saving = Promise.resolve()
  const store: CrawlAsks['save'] = async ({ pages, known }) => {
    await inTransaction(database, async (tx) => {
      await hold(tx, crawl, count + pages.length, known)
      await insertPagesFrom.run(tx, [crawl.id, count, pages])
    })
    count += pages.length
  }
  // A broken thread's last batch may still be under way.
  return (batch) => {
    const stored = saving.then(() => store(batch))
    saving = stored.catch(() => {})
    return stored
  }
}

/** Keeps a paused crawl's state; its host rests. */
export async function pauseCrawl(tx: Transaction, crawl: OpenCrawl, host: string, pause: CrawlPause): Promise<void> {
  await pauseRun.run(tx, [crawl.id, crawl.worker, pause.kept, spentMs(crawl), host, pause.restMs])
}

/** Ends a crawl; deletes older crawls' pages and the oldest crawls. */
export async function endCrawl(tx: Transaction, crawl: OpenCrawl, { isComplete, report, counts }: CrawlEnd) {
  const { pagesDone, pagesKnown, score, health } = report
  const { error, warning, notice } = counts
  await hold(tx, crawl, pagesDone, pagesKnown)
  await endRun.run(tx, [crawl.id, isComplete, score, health, error, warning, notice])
  await deleteOlderPages.run(tx, [crawl.id])
  await deleteOldestRuns.run(tx, [crawl.id])
}

export async function findLastReport(db: Database, { kind, key }: CrawlSubject): Promise<string | null> {
  return (await reportOfSubject.first(db, [kind, key]))?.body ?? null
}

/** The account's plan; null while unknown. */
export async function findPlan(db: Database, siteId: string): Promise<string | null> {
  return (await planOfSite.first(db, [siteId]))?.plan ?? null
}

async function hold(tx: Transaction, crawl: OpenCrawl, done: number, known: number | null): Promise<void> {
  const held = await holdRun.run(tx, [crawl.id, crawl.worker, done, known, spentMs(crawl)])
  if (held !== 1) throw new CrawlLost(`crawl ${crawl.id} is held by another worker`)
}

function spentMs({ spentMs, openedAt }: OpenCrawl): number {
  return Math.round(spentMs + performance.now() - openedAt)
}

/** Deletes some pages of a deleted site; returns how many. */
export function deletePagesOf(tx: Transaction, siteId: string, max: number): Promise<number> {
  return deletePagesOfSite.run(tx, [siteId, max])
}
