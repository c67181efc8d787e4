import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import {
  type CheckedPage,
  cutCourses,
  findTurns,
  noneStored,
  ranksOn,
  recordedSql,
  storedSql,
} from '../history/history.sql.ts'
import type { Packed } from '../history/history.ts'
import { cutPage } from '../history/rules/history.ts'
import { type ClaimedPage, newerCheck, newerSiteTarget, noTurn } from '../queue/queue.sql.ts'
import type { Doubt, Reading } from '../queue/rules/queue.ts'
import type { Reader } from './readers.sql.ts'
import { markOf, usualOverlap } from './rules/belief.ts'
import type { Look } from './trial.ts'

/** `retryAt` null: no retry before the next regular check. `isCounted` false: no provider was asked. */
export type FailedCheck = {
  kind: string
  source: string | null
  retryAt: Date | null
  isCounted: boolean
  /** The state that a doubted page leaves for the next look. */
  look?: Look | null
}
/** A fetched page with the readers it serves, each down to its own depth. The page is due again at `nextDueAt`, each reader at its `dueAt`. */
export type Check = {
  target: ClaimedPage
  page: CheckedPage
  packed: Packed
  readers: readonly (Reader & Reading)[]
  nextDueAt: Date | null
  /** Kept where the owners of results are hidden for some readers, who look again. */
  doubt: Doubt | null
}

const givenSql = `
    UPDATE page_target t SET next_due_at = p.due, ${noTurn}, tries = 0, lease = NULL, lease_until = NULL, last_fetched_at = p.fetched_at,
      provider_task_id = NULL, provider_task_at = NULL, provider_task_tries = 0, provider_task_usd = 0,
      top_hosts = p.top_hosts::int[], top_count = p.top_count, top_depth = p.depth, usual_overlap = p.usual_overlap, doubt = p.doubt
    FROM p WHERE t.id = p.target_id`

// A page that was just fetched is stored for the first time: what is there already is refused, and kept apart (unstored.ts).
const write = query(
  { id: text },
  `WITH p AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[], $5::int[], $6::timestamptz[], $7::numeric[],
      $8::bytea[], $9::bytea[], $10::timestamptz[], $11::text[], $12::int[], $13::real[], $14::jsonb[])
      AS p (target_id, fetched_at, source, sandbox, depth, due, cost_usd, hosts, details, base_at, top_hosts, top_count, usual_overlap, doubt)),
  ${storedSql(noneStored)},
  ranked AS MATERIALIZED (
    SELECT r.*, p.fetched_at AS checked_at, p.source, p.sandbox
    FROM unnest($15::text[], $16::text[], $17::int[], $18::text[], $19::boolean[], $20::int[], $21::text[], $22::int[], $23::text[], $24::int[])
      AS r (target_id, keyword_id, epoch, domain_id, is_own, position, url, depth, more_urls, blocks) JOIN p USING (target_id)),
  ${recordedSql(noneStored)},
  reader AS MATERIALIZED (
    SELECT r.*, p.fetched_at
    FROM unnest($25::text[], $26::text[], $27::text[], $28::timestamptz[], $29::int[], $30::boolean[])
      AS r (target_id, keyword_id, site_id, due, depth, is_whole) JOIN p USING (target_id)),
  noted AS (
    UPDATE keyword k SET last_check_status = 'ok', last_check_at = r.fetched_at, last_check_error = NULL, due_at = r.due,
      whole_at = CASE WHEN r.is_whole THEN r.fetched_at ELSE k.whole_at END
    FROM reader r WHERE k.id = r.keyword_id),
  read_for AS MATERIALIZED (
    SELECT site_id, target_id, fetched_at AS checked_at, max(depth) AS depth FROM reader GROUP BY 1, 2, 3 ORDER BY 1, 2),
  again AS (
    UPDATE site_target st ${newerCheck} FROM read_for AS excluded
    WHERE st.site_id = excluded.site_id AND st.target_id = excluded.target_id RETURNING st.site_id, st.target_id),
  first AS (
    INSERT INTO site_target AS st (site_id, target_id, checked_at, depth)
    SELECT * FROM read_for WHERE (site_id, target_id) NOT IN (SELECT site_id, target_id FROM again)
    ${newerSiteTarget}),
  given AS (${givenSql})
  SELECT keyword_id AS id FROM late`,
  'checks.write',
)
const give = statement(
  `WITH p AS (SELECT $1::text AS target_id, $2::timestamptz AS due, $3::timestamptz AS fetched_at, $4::int AS depth, $5::text AS top_hosts,
    $6::int AS top_count, $7::real AS usual_overlap, NULL::jsonb AS doubt) ${givenSql}`,
)
const demandWhole = statement('UPDATE keyword SET whole_at = NULL WHERE id = ANY($1)')
const markFailed = statement(
  `UPDATE keyword k SET last_check_status = 'failed', last_check_at = $3, last_check_error = $4, due_at = f.due
   FROM unnest($1::text[], $2::timestamptz[]) AS f (id, due) WHERE k.id = f.id`,
)
const insertFailures = statement(
  `INSERT INTO ranks.failed_check AS c (keyword_id, epoch, checked_at, error, source)
   SELECT f.id, f.epoch, $3, $4, $5 FROM unnest($1::text[], $2::int[]) AS f (id, epoch)
   WHERE $6 OR NOT EXISTS (SELECT 1 FROM ranks.failed_check o
     WHERE o.keyword_id = f.id AND o.epoch = f.epoch AND o.checked_at > $3::timestamptz - interval '1 hour')
   ON CONFLICT DO NOTHING`,
)
const giveUntil = statement(
  `UPDATE page_target SET next_due_at = $2, tries = $3, ${noTurn}, lease = NULL, lease_until = NULL, provider_task_id = NULL, provider_task_at = NULL,
     provider_task_tries = 0, doubt = coalesce($4::jsonb, doubt), usual_overlap = coalesce($5::real, usual_overlap) WHERE id = $1`,
)

/**
 * Writes checks in one statement: the pages, their readers' ranks (history and latest), and the checks of keywords and sites.
 * It sets when pages and readers are due again, and releases the leases. The transaction must hold the targets (`holdTargets`).
 */
export async function writeChecks(tx: Transaction, checks: readonly Check[]): Promise<void> {
  if (checks.length === 0) return
  const pages = checks.map(({ target, page, packed, nextDueAt, doubt }) => {
    return { ...page, ...packed, ...comparedWith(target, page), targetId: target.id, nextDueAt, doubt }
  })
  const readers = checks.flatMap(({ target, page, readers }) =>
    readers.map((reader) => ({ ...reader, targetId: target.id, page: cutPage(page, reader.depth) })),
  )
  const ranks = readers.flatMap(({ domains, page, ...reader }) =>
    ranksOn(page, domains).map((rank) => ({ ...reader, ...rank, depth: page.depth, checkedAt: page.fetchedAt })),
  )
  const values = [
    ...columns(pages, 'targetId', 'fetchedAt', 'source', 'sandbox', 'depth', 'nextDueAt'),
    ...columns(pages, 'costUsd', 'hosts', 'details', 'baseAt', 'topHosts', 'topCount', 'usualOverlap', 'doubt'),
    ...columns(ranks, 'targetId', 'keywordId', 'epoch', 'domainId', 'isOwn', 'position', 'url', 'depth', 'moreUrls'),
    ...columns(ranks, 'facts'),
    ...columns(readers, 'targetId', 'keywordId', 'siteId', 'dueAt', 'depth', 'isWhole'),
  ]
  await findTurns(tx, await write.rows(tx, values))
  await cutCourses(tx, ranks)
}

/** The next page of these keywords is read to the whole depth. */
export async function readWholeNext(tx: Transaction, keywords: readonly { keywordId: string }[]): Promise<void> {
  if (keywords.length > 0) await demandWhole.run(tx, columns(keywords, 'keywordId'))
}

/** The marks of a believed page with which the next one is compared. */
function comparedWith({ earlier }: ClaimedPage, page: CheckedPage) {
  const mark = markOf(page, page.depth)
  return { topHosts: `{${mark.hosts.join()}}`, topCount: mark.count, usualOverlap: usualOverlap(mark, earlier) }
}

/** Releases the lease of a fetched page, which is due again at `nextDueAt`. */
export async function giveChecked(
  tx: Transaction,
  target: ClaimedPage,
  { nextDueAt, page }: { nextDueAt: Date | null; page: CheckedPage },
): Promise<void> {
  const { topHosts, topCount, usualOverlap } = comparedWith(target, page)
  await give.run(tx, [target.id, nextDueAt, page.fetchedAt, page.depth, topHosts, topCount, usualOverlap])
}

/** Writes a failure and the next due time to each keyword, and the failure to its history: at most hourly if no provider was asked. */
export async function noteFailure(
  tx: Transaction,
  readers: readonly Reader[],
  { kind, source, isCounted }: FailedCheck,
  now: Date,
): Promise<void> {
  await markFailed.run(tx, [...columns(readers, 'keywordId', 'dueAt'), now, kind])
  await insertFailures.run(tx, [...columns(readers, 'keywordId', 'epoch'), now, kind, source, isCounted])
}

/** Releases the lease of a page that was not fetched, which is due again at `nextDueAt`; its task at a provider is dropped. */
export async function giveBack(
  tx: Transaction,
  targetId: string,
  { nextDueAt, tries, look = null }: { nextDueAt: Date | null; tries: number; look?: Look | null },
) {
  await giveUntil.run(tx, [targetId, nextDueAt, tries, look && JSON.stringify(look.doubt), look?.usual ?? null])
}
