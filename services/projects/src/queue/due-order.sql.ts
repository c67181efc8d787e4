import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, float, int, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { isFree } from './due-pages.sql.ts'
import { lateBefore, paidPlans } from './rules/pace.ts'
import { readsPage } from './targets.sql.ts'

/** Ids of due pages in the order to fetch them, the first ones; `late` ones were missed while no worker ran. With `isMore` others may wait. */
export type DueOrder = { prompt: string[]; late: string[]; isMore: boolean }

/** So many due pages are put in order each time they are read; more are a queue, in which each has a slot that is stored. */
const maxWithoutQueue = 200
/** Twice as many get their slots at once: a statement of a tenth of a second. */
const slotsAtOnce = 500
/** Has no slot yet, or may get a better one. */
const isAwaited = '(queue_slot IS NULL OR joined)'
/** Behind all slots: a page without a keyword. */
const lastSlot = '4611686018427387904'

// Each part by the order of its index: as conditions alone, stale statistics would let the planner read the whole table.
const queueStands = query(
  { stands: boolean },
  `SELECT (SELECT 1 FROM page_target WHERE queue_slot IS NOT NULL ORDER BY lane, queue_slot, id LIMIT 1) IS NOT NULL OR ${maxWithoutQueue} < (
     SELECT count(*) FROM (
       SELECT FROM page_target WHERE ${isAwaited} AND next_due_at <= $1 AND ${isFree}
       ORDER BY next_due_at LIMIT ${maxWithoutQueue + 1}) waiting) AS stands`,
)
/**
 * The places of the pages of `due` among those of each of their keywords' accounts. Lanes: paid plans, the others; then the same of pages
 * that were missed. `OFFSET 0`: the keywords of each page are looked up, or the planner may begin with all keywords.
 */
const numbered = `
  wanted AS (
    SELECT DISTINCT d.id, d.next_due_at, r.account_id, (d.late + CASE WHEN r.plan = ANY($3) THEN 0 ELSE 1 END)::smallint AS lane
    FROM due d CROSS JOIN LATERAL (
      SELECT a.id AS account_id, a.plan FROM (SELECT * FROM keyword WHERE target_id = d.id AND due_at <= $1 OFFSET 0) k
      JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id WHERE ${readsPage} OFFSET 0) r),
  numbered AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY account_id, lane ORDER BY next_due_at, id) AS n FROM wanted)`
const late = '(tries = 0 AND last_fetched_at IS NOT NULL AND next_due_at < $2)::int * 2 AS late'
const withoutQueue = query(
  { id: text, lane: int },
  `WITH due AS MATERIALIZED (
    SELECT id, next_due_at, ${late} FROM page_target WHERE ${isAwaited} AND next_due_at <= $1 AND ${isFree}
    ORDER BY next_due_at LIMIT $4),
  ${numbered},
  best AS (SELECT DISTINCT ON (id) id, lane, n FROM numbered ORDER BY id, lane, n)
  SELECT id, coalesce(best.lane, late + 1)::int AS lane FROM due LEFT JOIN best USING (id) ORDER BY 2, n NULLS LAST, id`,
  'due.withoutQueue',
)
/**
 * Gives due pages their slots, and a better one to a page that a keyword joined: those that wait longest, and the newest, for which somebody
 * may wait. Each account counts its own slots, and begins where the lane is: so many pages of one never come before the few of another
 * (virtual clocks of fair queueing). A page has the place of its best keyword.
 */
const updateQueueSlots = statement(
  `WITH awaited AS (
    (SELECT id FROM page_target WHERE ${isAwaited} AND next_due_at <= $1 ORDER BY next_due_at LIMIT $4)
    UNION (SELECT id FROM page_target WHERE ${isAwaited} AND next_due_at <= $1 ORDER BY next_due_at DESC LIMIT $4)),
  due AS MATERIALIZED (
    SELECT id, next_due_at, lane, queue_slot, ${late}
    FROM page_target WHERE id = ANY(ARRAY(SELECT id FROM awaited)) AND ${isAwaited} FOR NO KEY UPDATE SKIP LOCKED),
  ${numbered},
  begun AS (
    SELECT lane, coalesce(
      (SELECT queue_slot FROM page_target t WHERE t.lane = l.lane AND t.queue_slot < ${lastSlot} ORDER BY t.queue_slot LIMIT 1),
      (SELECT queue_slot FROM ranks.account_slot t WHERE t.lane = l.lane ORDER BY t.queue_slot DESC LIMIT 1), 0) AS queue_slot
    FROM (SELECT DISTINCT lane FROM numbered) l),
  slots AS MATERIALIZED (
    SELECT n.id, lane, account_id, greatest(c.queue_slot, b.queue_slot) + n AS queue_slot
    FROM numbered n JOIN begun b USING (lane) LEFT JOIN ranks.account_slot c USING (account_id, lane)),
  counted AS (
    INSERT INTO ranks.account_slot AS c (account_id, lane, queue_slot)
    SELECT account_id, lane, max(queue_slot) FROM slots GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (account_id, lane) DO UPDATE SET queue_slot = greatest(c.queue_slot, excluded.queue_slot)),
  best AS (
    SELECT DISTINCT ON (id) id, lane, queue_slot
    FROM (SELECT id, lane, queue_slot FROM slots UNION ALL SELECT id, lane, queue_slot FROM due WHERE queue_slot IS NOT NULL) given ORDER BY id, lane, queue_slot)
  UPDATE page_target t SET lane = coalesce(best.lane, d.late + 1), queue_slot = coalesce(best.queue_slot, ${lastSlot}), joined = false
  FROM due d LEFT JOIN best USING (id)
  WHERE t.id = d.id`,
)
const deleteQueueSlots = statement('DELETE FROM ranks.account_slot WHERE account_id = $1')
const headOf = (lanes: string, name: string) =>
  query(
    { id: text },
    `SELECT id FROM page_target WHERE queue_slot IS NOT NULL AND lane BETWEEN ${lanes} AND next_due_at <= $1 AND ${isFree}
    ORDER BY lane, queue_slot, id LIMIT $2`,
    name,
  )
const headOfPrompt = headOf('0 AND 1', 'due.prompt')
const headOfLate = headOf('2 AND 3', 'due.late')

/** As many pages are looked at in each part of the queue: more say nothing new. */
export const maxDue = 10_000

/** Paid plans, the others, and the same of pages that were missed. */
const lanes = 'generate_series(0, 3)'
const figures = { projects_due_pages: int, projects_oldest_due_seconds: float }
// The two indexes of the queue: pages without a slot by their time, and the front of each lane, where the accounts' oldest pages are.
const duePages = query(
  figures,
  `SELECT count(*)::int AS projects_due_pages,
     coalesce(greatest(extract(epoch FROM $1::timestamptz - min(next_due_at)), 0), 0)::float8 AS projects_oldest_due_seconds
   FROM (
     (SELECT next_due_at FROM page_target WHERE queue_slot IS NULL AND next_due_at <= $1
       ORDER BY next_due_at LIMIT ${maxDue})
     UNION ALL
     SELECT front.next_due_at FROM ${lanes} AS l (lane) CROSS JOIN LATERAL (
       SELECT next_due_at FROM page_target WHERE queue_slot IS NOT NULL AND lane = l.lane
       ORDER BY lane, queue_slot, id LIMIT ${maxDue}) front) waiting`,
)

/**
 * At most `limit` pages of each kind: paid plans first, then the accounts by their slots, so that one account's many pages never delay
 * another's few. Few due pages are ordered as they are read: to store their slots would write each of them once more.
 */
export async function readOrder(db: Database, now: Date, limit: number): Promise<DueOrder> {
  const { isQueue, isMore } = await giveQueueSlots(db, now)
  const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id)
  if (isQueue) {
    const [prompt, late] = await Promise.all([headOfPrompt, headOfLate].map((head) => head.rows(db, [now, limit])))
    return {
      prompt: idsOf(prompt),
      late: idsOf(late),
      isMore: isMore || [prompt, late].some((rows) => rows?.length === limit),
    }
  }
  const due = await withoutQueue.rows(db, [now, lateBefore(now), paidPlans, maxWithoutQueue])
  const firstOf = (isLate: boolean) => idsOf(due.filter(({ lane }) => lane >= 2 === isLate)).slice(0, limit)
  return { prompt: firstOf(false), late: firstOf(true), isMore: due.length === maxWithoutQueue }
}

/** Gives some of the pages that wait in the queue their slots, if there is one; answers how many, and whether more may wait. */
export async function giveQueueSlots(
  db: Database,
  now: Date,
): Promise<{ isQueue: boolean; given: number; isMore: boolean }> {
  const { stands } = await queueStands.require(db, [now])
  if (!stands) return { isQueue: false, given: 0, isMore: false }
  const given = await updateQueueSlots.run(db, [now, lateBefore(now), paidPlans, slotsAtOnce])
  return { isQueue: true, given, isMore: given >= slotsAtOnce }
}

export async function forgetQueueSlots(tx: Transaction, accountId: string): Promise<void> {
  await deleteQueueSlots.run(tx, [accountId])
}

export function countDue(db: Database, now: Date) {
  return duePages.require(db, [now])
}
