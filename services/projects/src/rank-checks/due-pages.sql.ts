import { randomUUID } from 'node:crypto'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
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
/** A page with the accounts of its due readers. */
export type DuePage = { target: ClaimedPage; accounts: string[] }
/** An order of a page at the provider, and its cost in USD. */
type StoredOrder = Lease & { taskId: string; usd: number }
/** Ids of due pages in the order to fetch them; `late` ones were missed while no worker ran. */
export type DueOrder = { prompt: string[]; late: string[] }

type ClaimedRow = Omit<ClaimedPage, 'task'> & {
  taskId: string | null
  taskAt: Date | null
  accounts: string[]
}

const leaseSeconds = 60
/** A longer wait would be useless: the lease would have ended. */
const renewPatienceMs = 5_000
/** No lease can be renewed while the database is away, so none is free in the first seconds after it comes back. */
const isFree = `(lease_until IS NULL OR greatest(lease_until, pg_postmaster_start_time() + interval '15 seconds') < clock_timestamp())`
const leaseEnd = `clock_timestamp() + interval '${leaseSeconds} seconds'`

/**
 * At most `limit` pages of each kind: paid plans first, then the accounts in turns, so that one account's many pages
 * never delay another's few.
 */
export async function readOrder(db: Database, now: Date, limit: number): Promise<DueOrder> {
  const values = [now, lateBefore(now), paidPlans, limit]
  const found = await db.query<{ id: string; late: boolean }>({ name: 'due.order', text: orderSql, values })
  const idsOf = (late: boolean) => found.rows.filter((row) => row.late === late).map((row) => row.id)
  return { prompt: idsOf(false), late: idsOf(true) }
}

/** Claims the pages that are still due and free, for this worker alone; answers them in the given order. */
export async function claimNext(db: Database, ids: readonly string[], now: Date): Promise<DuePage[]> {
  const values = [ids, now, randomUUID()]
  const claimed = await db.query<ClaimedRow>({ name: 'due.claim', text: claimSql, values })
  const place = new Map(ids.map((id, index) => [id, index]))
  const pages = claimed.rows.map(pageOf)
  return pages.sort((a, b) => (place.get(a.target.id) ?? 0) - (place.get(b.target.id) ?? 0))
}

/** Renews leases, also ended ones, unless another worker has the page. It skips pages being written: they need none. */
export async function renewLeases(db: Database, targets: readonly Lease[]): Promise<void> {
  const query = { text: renewSql, values: [...columns(targets, 'id', 'lease')], query_timeout: renewPatienceMs }
  await db.query(query)
}

/** Gives a page back unfetched: it is still due. */
export async function release(db: Database, { id, lease }: Lease): Promise<void> {
  await db.query('UPDATE page_target SET lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2', [id, lease])
}

/** Gives a page back until `at`; it keeps its order. */
export async function postpone(
  db: Database,
  { id, lease }: Lease,
  { at, tries }: { at: Date; tries: number },
): Promise<void> {
  await db.query(
    'UPDATE page_target SET next_due_at = $3, tries = $4, lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2',
    [id, lease, at, tries],
  )
}

/** Stores orders and gives their pages back until `pollAt`. A page with a lost lease keeps the other worker's changes. */
export async function storeOrders(
  tx: Transaction,
  orders: readonly StoredOrder[],
  orderedAt: Date,
  pollAt: Date,
): Promise<void> {
  await tx.query(ordersSql, [orderedAt, pollAt, ...columns(orders, 'id', 'lease', 'taskId', 'usd')])
}

function pageOf({ accounts, taskId, taskAt, ...row }: ClaimedRow): DuePage {
  const task = taskId !== null && taskAt !== null ? { id: taskId, orderedAt: taskAt } : null
  return { target: { ...row, task }, accounts }
}

// The pages of each account are numbered; the smallest number among a page's readers decides. Pages and numbers are stacked, not
// joined: the planner expects a handful of due pages and would number all of them again for each.
const orderSql = `
  WITH due AS MATERIALIZED (
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
  SELECT id, late FROM placed WHERE place <= $4 ORDER BY place`

const renewSql = `
  UPDATE page_target t SET lease_until = ${leaseEnd}
  FROM (SELECT p.id FROM page_target p JOIN unnest($1::text[], $2::text[]) AS l (id, lease) ON p.id = l.id
    WHERE p.lease = l.lease ORDER BY p.id FOR NO KEY UPDATE OF p SKIP LOCKED) held
  WHERE t.id = held.id`

const claimSql = `
  WITH claimed AS (
    UPDATE page_target t SET lease = $3, lease_until = ${leaseEnd}
    FROM (SELECT id FROM page_target WHERE id = ANY($1) AND next_due_at <= $2 AND ${isFree} FOR NO KEY UPDATE SKIP LOCKED) due
    WHERE t.id = due.id RETURNING t.*)
  SELECT t.id, t.phrase, t.country, t.language, t.device, t.depth, t.slot_seconds AS "slotSeconds", t.tries,
    t.lease, t.provider_task_id AS "taskId", t.provider_task_at AS "taskAt",
    t.provider_task_tries AS "taskTries", t.provider_task_usd::float8 AS "taskUsd",
    ARRAY(SELECT DISTINCT a.id FROM (SELECT * FROM keyword WHERE target_id = t.id OFFSET 0) k
      JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id
      WHERE k.due_at <= $2 AND ${readersWhere}) AS accounts
  FROM claimed t`

const ordersSql = `
  UPDATE page_target t SET provider_task_id = o.task_id, provider_task_at = $1, provider_task_tries = t.provider_task_tries + 1,
    provider_task_usd = t.provider_task_usd + o.usd, next_due_at = $2, lease = NULL, lease_until = NULL
  FROM unnest($3::text[], $4::text[], $5::text[], $6::numeric[]) AS o (id, lease, task_id, usd)
  WHERE t.id = o.id AND t.lease = o.lease`
