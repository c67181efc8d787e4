import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { ClaimedPage } from './due-pages.sql.ts'
import { findTurns, recordedSql } from './ranks.sql.ts'
import type { Reader } from './readers.sql.ts'
import { type CheckedPage, pageRow, storedSql } from './results-pages.sql.ts'
import { rankOf } from './rules/positions.ts'

/** `retryAt` null: no retry before the next regular check. `isCounted` false: no provider was asked. */
export type FailedCheck = { kind: string; source: string | null; retryAt: Date | null; isCounted: boolean }
/** A page with the readers that it serves; `dueAt` is when a reader is due again, `due` when the page is. */
export type Check = { target: ClaimedPage; page: CheckedPage; readers: readonly Reader[]; due: Date | null }

const givenSql = `
    UPDATE page_target t SET next_due_at = p.due, tries = 0, lease = NULL, lease_until = NULL, last_fetched_at = p.fetched_at,
      provider_task_id = NULL, provider_task_at = NULL, provider_task_tries = 0, provider_task_usd = 0
    FROM p WHERE t.id = p.target_id`

const write = query(
  { id: text },
  `WITH p AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[], $5::int[], $6::timestamptz[], $7::numeric[],
      $8::text[], $9::text[], $10::text[])
      AS p (target_id, fetched_at, source, sandbox, depth, due, cost_usd, hosts, urls, questions)),
  page AS (${storedSql}),
  ranked AS MATERIALIZED (
    SELECT r.*, p.fetched_at AS checked_at, p.depth, p.source, p.sandbox
    FROM unnest($11::text[], $12::text[], $13::int[], $14::text[], $15::boolean[], $16::int[], $17::text[])
      AS r (target_id, keyword_id, epoch, domain_id, is_own, position, url) JOIN p USING (target_id)),
  ${recordedSql},
  reader AS MATERIALIZED (
    SELECT r.*, p.fetched_at
    FROM unnest($18::text[], $19::text[], $20::text[], $21::timestamptz[]) AS r (target_id, keyword_id, site_id, due) JOIN p USING (target_id)),
  noted AS (
    UPDATE keyword k SET last_check_status = 'ok', last_check_at = r.fetched_at, last_check_error = NULL, due_at = r.due
    FROM reader r WHERE k.id = r.keyword_id),
  sites AS (
    INSERT INTO site_target AS st (site_id, target_id, checked_at)
    SELECT DISTINCT site_id, target_id, fetched_at FROM reader ORDER BY 1, 2
    ON CONFLICT (site_id, target_id) DO UPDATE SET checked_at = greatest(st.checked_at, excluded.checked_at)),
  given AS (${givenSql})
  SELECT keyword_id AS id FROM late`,
  'checks.write',
)
const give = statement(
  `WITH p AS (SELECT $1::text AS target_id, $2::timestamptz AS due, $3::timestamptz AS fetched_at) ${givenSql}`,
)
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
  `UPDATE page_target SET next_due_at = $2, tries = $3, lease = NULL, lease_until = NULL, provider_task_id = NULL, provider_task_at = NULL,
     provider_task_tries = 0 WHERE id = $1`,
)

/**
 * Writes checks in one statement: the pages, their readers' ranks (history and latest), and the checks of keywords and sites.
 * It gives the targets back until they are due again. The targets must be held.
 */
export async function writeChecks(tx: Transaction, checks: readonly Check[]): Promise<void> {
  if (checks.length === 0) return
  const pages = checks.map(({ target, page, due }) => ({ ...pageRow(target.id, page), due }))
  const readers = checks.flatMap(({ target, page, readers }) =>
    readers.map((reader) => ({ ...reader, targetId: target.id, page })),
  )
  const ranks = readers.flatMap(({ domains, page, ...reader }) =>
    domains.map(({ id, domain }, i) => ({ ...reader, domainId: id, isOwn: i === 0, ...rankOf(page, domain) })),
  )
  const values = [
    ...columns(pages, 'targetId', 'fetchedAt', 'source', 'sandbox', 'depth', 'due'),
    ...columns(pages, 'costUsd', 'hosts', 'urls', 'questions'),
    ...columns(ranks, 'targetId', 'keywordId', 'epoch', 'domainId', 'isOwn', 'position', 'url'),
    ...columns(readers, 'targetId', 'keywordId', 'siteId', 'dueAt'),
  ]
  await findTurns(tx, await write.rows(tx, values))
}

/** Gives a target back that was fetched, until a reader is due. */
export async function giveChecked(
  tx: Transaction,
  targetId: string,
  { due, fetchedAt }: { due: Date | null; fetchedAt: Date },
): Promise<void> {
  await give.run(tx, [targetId, due, fetchedAt])
}

/** Writes a failure to each keyword, with its next due time, and to its history: at most hourly if no provider was asked. */
export async function noteFailure(
  tx: Transaction,
  readers: readonly Reader[],
  { kind, source, isCounted }: FailedCheck,
  now: Date,
): Promise<void> {
  await markFailed.run(tx, [...columns(readers, 'keywordId', 'dueAt'), now, kind])
  await insertFailures.run(tx, [...columns(readers, 'keywordId', 'epoch'), now, kind, source, isCounted])
}

/** Gives a page back until it is due; an order for it is dropped. */
export async function giveBack(tx: Transaction, targetId: string, { due, tries }: { due: Date | null; tries: number }) {
  await giveUntil.run(tx, [targetId, due, tries])
}
