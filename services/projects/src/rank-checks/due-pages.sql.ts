import { randomUUID } from 'node:crypto'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, float, int, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { lateBefore, paidPlans } from './rules/queue-order.ts'
import { readersWhere } from './targets.sql.ts'

/** A page that only this worker may fetch while its lease lasts; `lease` is the proof. */
export type ClaimedPage = {
  id: string
  phrase: string
  country: string
  language: string
  device: 'desktop' | 'mobile'
  depth: number
  slotSeconds: number
  tries: number
  lease: string
  /** The order of the page, if it has one; `taskUsd` and `taskTries` count all orders for the next page. */
  task: { id: string; orderedAt: Date } | null
  taskTries: number
  taskUsd: number
}
export type Lease = Pick<ClaimedPage, 'id' | 'lease'>
export type DuePage = { target: ClaimedPage; accounts: string[] }
type StoredOrder = Lease & { taskId: string; usd: number }
/** Ids of due pages in the order to fetch them; `late` ones were missed while no worker ran. */
export type DueOrder = { prompt: string[]; late: string[] }

const claimed = {
  id: text,
  phrase: text,
  country: text,
  language: text,
  device: text.of<ClaimedPage['device']>(),
  depth: int,
  slotSeconds: int,
  tries: int,
  lease: text.filled,
  taskId: text.orNull,
  taskAt: time.orNull,
  taskTries: int,
  taskUsd: float,
  accounts: texts,
}

const leaseSeconds = 60
/** A longer wait would be useless: the lease would have ended. */
const renewPatienceMs = 5_000
/** No lease can be renewed while the database is away, so none is free in the first seconds after it comes back. */
const isFree = `(lease_until IS NULL OR greatest(lease_until, pg_postmaster_start_time() + interval '15 seconds') < clock_timestamp())`
const leaseEnd = `clock_timestamp() + interval '${leaseSeconds} seconds'`

// The pages of each account are numbered; the smallest number among a page's readers decides. Pages and numbers are stacked, not
// joined: the planner expects a handful of due pages and would number all of them again for each.
const orderOfDue = query(
  { id: text, late: boolean },
  `WITH due AS MATERIALIZED (
    SELECT id, next_due_at, tries = 0 AND last_fetched_at IS NOT NULL AND next_due_at < $2 AS late
    FROM page_target WHERE next_due_at <= $1 AND ${isFree}),
  turns AS (
    SELECT d.*, row_number() OVER (PARTITION BY s.account_id, d.late ORDER BY d.next_due_at, d.id)
      + CASE WHEN a.plan = ANY($3) THEN 0 ELSE 1000000000 END AS turn
    FROM due d JOIN keyword k ON k.target_id = d.id AND k.due_at <= $1 JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id
    WHERE ${readersWhere}),
  placed AS (
    SELECT id, late, row_number() OVER (PARTITION BY late ORDER BY min(turn) NULLS LAST, next_due_at, id) AS place
    FROM (SELECT *, NULL::bigint AS turn FROM due UNION ALL SELECT * FROM turns) GROUP BY id, late, next_due_at)
  SELECT id, late FROM placed WHERE place <= $4 ORDER BY place`,
  'due.order',
)
const claim = query(
  claimed,
  `WITH claimed AS (
    UPDATE page_target t SET lease = $3, lease_until = ${leaseEnd}
    FROM (SELECT id FROM page_target WHERE id = ANY($1) AND next_due_at <= $2 AND ${isFree} FOR NO KEY UPDATE SKIP LOCKED) due
    WHERE t.id = due.id RETURNING t.*)
  SELECT ${selectList(claimed, 't', {
    taskId: 't.provider_task_id',
    taskAt: 't.provider_task_at',
    taskTries: 't.provider_task_tries',
    taskUsd: 't.provider_task_usd::float8',
    accounts: `ARRAY(SELECT DISTINCT a.id FROM (SELECT * FROM keyword WHERE target_id = t.id OFFSET 0) k
      JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id
      WHERE k.due_at <= $2 AND ${readersWhere})`,
  })} FROM claimed t`,
  'due.claim',
)
const renew = statement(
  `UPDATE page_target t SET lease_until = ${leaseEnd}
  FROM (SELECT p.id FROM page_target p JOIN unnest($1::text[], $2::text[]) AS l (id, lease) ON p.id = l.id
    WHERE p.lease = l.lease ORDER BY p.id FOR NO KEY UPDATE OF p SKIP LOCKED) held
  WHERE t.id = held.id`,
)
const giveBack = statement('UPDATE page_target SET lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2')
const giveBackUntil = statement(
  'UPDATE page_target SET next_due_at = $3, tries = $4, lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2',
)
const order = statement(
  `UPDATE page_target t SET provider_task_id = o.task_id, provider_task_at = $1, provider_task_tries = t.provider_task_tries + 1,
    provider_task_usd = t.provider_task_usd + o.usd, next_due_at = $2, lease = NULL, lease_until = NULL
  FROM unnest($3::text[], $4::text[], $5::text[], $6::numeric[]) AS o (id, lease, task_id, usd)
  WHERE t.id = o.id AND t.lease = o.lease`,
)

/**
 * At most `limit` pages of each kind: paid plans first, then the accounts in turns, so that one account's many pages
 * never delay another's few.
 */
export async function readOrder(db: Database, now: Date, limit: number): Promise<DueOrder> {
  const rows = await orderOfDue.rows(db, [now, lateBefore(now), paidPlans, limit])
  const idsOf = (late: boolean) => rows.filter((row) => row.late === late).map((row) => row.id)
  return { prompt: idsOf(false), late: idsOf(true) }
}

/** Claims the pages that are still due and free, for this worker alone; answers them in the given order. */
export async function claimNext(db: Database, ids: readonly string[], now: Date): Promise<DuePage[]> {
  const pages = (await claim.rows(db, [ids, now, randomUUID()])).map(pageOf)
  const place = new Map(ids.map((id, index) => [id, index]))
  return pages.sort((a, b) => (place.get(a.target.id) ?? 0) - (place.get(b.target.id) ?? 0))
}

/** Renews leases, also ended ones, unless another worker has the page. It skips pages being written: they need none. */
export async function renewLeases(db: Database, targets: readonly Lease[]): Promise<void> {
  await renew.run(db, columns(targets, 'id', 'lease'), renewPatienceMs)
}

/** Gives a page back unfetched: it is still due. */
export async function release(db: Database, { id, lease }: Lease): Promise<void> {
  await giveBack.run(db, [id, lease])
}

/** Gives a page back until `at`; it keeps its order. */
export async function postpone(db: Database, { id, lease }: Lease, { at, tries }: { at: Date; tries: number }) {
  await giveBackUntil.run(db, [id, lease, at, tries])
}

/** Stores orders and gives their pages back until `pollAt`. A page with a lost lease keeps the other worker's changes. */
export async function storeOrders(tx: Transaction, orders: readonly StoredOrder[], orderedAt: Date, pollAt: Date) {
  await order.run(tx, [orderedAt, pollAt, ...columns(orders, 'id', 'lease', 'taskId', 'usd')])
}

function pageOf({ accounts, taskId, taskAt, ...row }: RowOf<typeof claimed>): DuePage {
  const task = taskId !== null && taskAt !== null ? { id: taskId, orderedAt: taskAt } : null
  return { target: { ...row, task }, accounts }
}
