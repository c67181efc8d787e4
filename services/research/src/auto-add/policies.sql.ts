import type { AutoAddMode } from '@rts/shared/contract/rows/auto-add'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { nextMonday, weekOf } from './rules/week.ts'

const policy = {
  mode: text.of<AutoAddMode>(),
  perWeek: int,
  addedThisWeek: int,
  nextRunAt: time.orNull,
  lastRunAt: time.orNull,
  lastProposed: int.orNull,
  lastAdded: int.orNull,
  lastOverLimit: boolean,
}
export type Policy = RowOf<typeof policy>
const lockedPolicy = { mode: text, perWeek: int, added: int, proposed: int }
export type Run = { proposed: number; added: number; overLimit: boolean }
const siteThatIsDue = { siteId: text, accountId: text }

const leaseSeconds = 120
/** A site without a row is off. */
const unset: Policy = {
  mode: 'off',
  perWeek: 5,
  addedThisWeek: 0,
  nextRunAt: null,
  lastRunAt: null,
  lastProposed: null,
  lastAdded: null,
  lastOverLimit: false,
}
/** Proposals the policy added since the week's start `$2`, running additions included. */
const addedSince = `(SELECT count(*)::int FROM auto_add.proposal r
  WHERE r.site_id = $1 AND r.state IN ('adding', 'added') AND r.decided_by IS NULL AND r.decided_at >= $2)`
const policyOfSite = query(
  policy,
  `SELECT ${selectList(policy, 'p', { addedThisWeek: addedSince })} FROM auto_add.policy p WHERE p.site_id = $1`,
)
const insertOrUpdate = statement(
  `INSERT INTO auto_add.policy AS p (site_id, mode, per_week, next_run_at)
   SELECT id, $2, $3, $4::timestamptz FROM known.site WHERE id = $1 AND deleted_at IS NULL FOR SHARE
   ON CONFLICT (site_id) DO UPDATE SET mode = excluded.mode, per_week = excluded.per_week,
     next_run_at = CASE WHEN excluded.mode = 'off' THEN NULL ELSE coalesce(p.next_run_at, excluded.next_run_at) END`,
)
const claimDue = query(
  siteThatIsDue,
  `UPDATE auto_add.policy p SET lease_until = clock_timestamp() + make_interval(secs => $2)
   FROM (SELECT q.site_id, k.account_id FROM auto_add.policy q JOIN known.site k ON k.id = q.site_id AND k.deleted_at IS NULL AND NOT k.frozen
     WHERE q.next_run_at <= $1 AND (q.lease_until IS NULL OR q.lease_until < clock_timestamp())
     ORDER BY q.next_run_at, q.site_id LIMIT 1 FOR UPDATE OF q SKIP LOCKED) due
   WHERE p.site_id = due.site_id RETURNING p.site_id AS "siteId", due.account_id AS "accountId"`,
)
const endRun = statement(
  `UPDATE auto_add.policy SET last_run_at = $2, last_proposed = $3, last_added = $4, last_over_limit = $5, lease_until = NULL,
     next_run_at = CASE WHEN next_run_at <= $2 THEN $6 ELSE next_run_at END WHERE site_id = $1`,
)
const lockBySite = statement('SELECT FROM auto_add.policy WHERE site_id = $1 FOR UPDATE')
const countsOfWeek = query(
  lockedPolicy,
  `SELECT mode, per_week AS "perWeek", ${addedSince} AS added,
     (SELECT count(*)::int FROM auto_add.proposal WHERE site_id = $1 AND proposed_at >= $2) AS proposed
   FROM auto_add.policy WHERE site_id = $1`,
)
const deleteBySite = statement('DELETE FROM auto_add.policy WHERE site_id = $1')

export async function policyOf(db: Database, siteId: string, now: Date): Promise<Policy> {
  return (await policyOfSite.first(db, [siteId, weekOf(now)])) ?? unset
}

/** Keeps a due run due; a site deleted meanwhile gets no row. */
export async function storePolicy(
  db: Database,
  siteId: string,
  { mode, perWeek, nextRunAt }: Pick<Policy, 'mode' | 'perWeek' | 'nextRunAt'>,
): Promise<void> {
  await insertOrUpdate.run(db, [siteId, mode, perWeek, nextRunAt])
}

/** Leases a due site; if this process ends before `storeRun`, another claims it. */
export function claimNext(db: Database, now: Date): Promise<RowOf<typeof siteThatIsDue> | undefined> {
  return claimDue.first(db, [now, leaseSeconds])
}

/** Stores a run and clears its Monday. */
export async function storeRun(db: Database, siteId: string, { proposed, added, overLimit }: Run, now: Date) {
  await endRun.run(db, [siteId, now, proposed, added, overLimit, nextMonday(now)])
}

/** The policy with this week's counts, locked until the transaction ends. */
export async function lockPolicy(tx: Transaction, siteId: string, now: Date) {
  await lockBySite.run(tx, [siteId])
  return countsOfWeek.first(tx, [siteId, weekOf(now)])
}

/** Deletes a site's policy, and with it its proposals. */
export async function deletePolicy(tx: Transaction, siteId: string): Promise<void> {
  await deleteBySite.run(tx, [siteId])
}
