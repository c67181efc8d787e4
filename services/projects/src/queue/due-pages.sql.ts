import { randomUUID } from 'node:crypto'
import type { Device } from '@rts/shared/contract/locale'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, float, int, ints, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Doubt, Earlier, Owner } from './rules/queue.ts'
import { type DepthFacts, type DepthTerms, deepestOf, depthToRead } from './rules/tracked-keywords.ts'
import { ownOf, readsPage } from './targets.sql.ts'

/** A page that only this worker may fetch until its lease ends; `lease` is the token that proves it. */
export type ClaimedPage = {
  id: string
  phrase: string
  country: string
  language: string
  device: Device
  location: string | null
  /** How many organic results are asked for: as deep as the deepest due keyword reads, or as its task was. */
  depth: number
  slotSeconds: number
  tries: number
  lease: string
  claimedAt: Date
  /** The open task at a provider's queue, if any; `taskUsd` and `taskTries` add up all tasks since the last fetch. */
  task: { id: string; submittedAt: Date } | null
  taskTries: number
  taskUsd: number
  /** The last believed page, and pages that wait for one that agrees: what a new page is compared with. */
  earlier: Earlier | null
  doubt: Doubt | null
  /** The due keywords' own domains, each with how deep it reads the page, and its latest rank. */
  owners: Owner[]
}
export type Lease = Pick<ClaimedPage, 'id' | 'lease'>
/** `asked`: a person waits for the page, a check between the regular ones or one of few first checks. */
export type DuePage = { target: ClaimedPage; accounts: string[]; asked: boolean }
type StoredTask = Lease & { taskId: string; usd: number; depth: number }
type DueKeyword = Omit<DepthFacts, 'wholeAt'> & { accountId: string; wholeAt: string | null; domain: string | null }

const claimed = {
  id: text,
  phrase: text,
  country: text,
  language: text,
  device: text.of<Device>(),
  location: text.orNull,
  depth: int,
  slotSeconds: int,
  tries: int,
  lease: text.filled,
  taskId: text.orNull,
  taskAt: time.orNull,
  taskTries: int,
  taskUsd: float,
  topHosts: ints.orNull,
  topCount: int.orNull,
  topDepth: int.orNull,
  usualOverlap: float.orNull,
  doubt: json.of<Doubt>().orNull,
  keywords: json.of<DueKeyword[]>(),
  asked: boolean,
}

const leaseSeconds = 60
/** While more checks of a site wait, it is a list and no person waits for its first checks: a queue costs a third. */
const maxFirstChecks = 20
/** The statement's timeout: after a longer wait the lease would have ended. */
const renewPatienceMs = 5_000
/** No lease can be renewed while the database is away, so none is free in the first seconds after it comes back. */
export const isFree = `(lease_until IS NULL OR greatest(lease_until, pg_postmaster_start_time() + interval '15 seconds') < clock_timestamp())`
/** A page that is due at another time gives its slot back. */
export const noQueueSlot = 'lane = NULL, queue_slot = NULL, joined = false'
const leaseEnd = `clock_timestamp() + interval '${leaseSeconds} seconds'`

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
    keywords: `(SELECT coalesce(json_agg(json_build_object('accountId', a.id, 'plan', a.plan, 'siteDepth', s.depth, 'siteSmart', s.smart,
        'rank', own.position, 'domain', own.domain, 'wholeAt', k.whole_at)), '[]')
      FROM (SELECT * FROM keyword WHERE target_id = t.id OFFSET 0) k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id
        ${ownOf}
      WHERE k.due_at <= $2 AND ${readsPage})`,
    // A first check is queued too, but the site has no page yet. Few of them are waited for; many are bought in bulk.
    asked: `EXISTS (SELECT FROM (SELECT * FROM keyword WHERE target_id = t.id OFFSET 0) k
      LEFT JOIN site_target st ON st.site_id = k.site_id AND st.target_id = t.id
      WHERE k.due_at <= $2 AND k.last_check_status = 'queued' AND k.deleted_at IS NULL
        AND (st.site_id IS NOT NULL OR ${maxFirstChecks} >= (SELECT count(*) FROM (
          SELECT FROM keyword o WHERE o.site_id = k.site_id AND o.last_check_status = 'queued' AND o.deleted_at IS NULL
          LIMIT ${maxFirstChecks + 1}) o)))`,
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
  `UPDATE page_target SET next_due_at = $3, tries = $4, ${noQueueSlot}, lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2`,
)
const store = statement(
  `UPDATE page_target t SET provider_task_id = o.task_id, provider_task_at = $1, provider_task_tries = t.provider_task_tries + 1,
    provider_task_usd = t.provider_task_usd + o.usd, depth = o.depth, next_due_at = $2, ${noQueueSlot}, lease = NULL, lease_until = NULL
  FROM unnest($3::text[], $4::text[], $5::text[], $6::numeric[], $7::int[]) AS o (id, lease, task_id, usd, depth)
  WHERE t.id = o.id AND t.lease = o.lease`,
)

/** Claims the pages that are still due and free, for this worker alone; answers them in the given order. */
export async function claimNext(
  db: Database,
  ids: readonly string[],
  now: Date,
  terms: DepthTerms,
): Promise<DuePage[]> {
  const pages = (await claim.rows(db, [ids, now, randomUUID()])).map((row) => pageOf(row, terms, now))
  const place = new Map(ids.map((id, index) => [id, index]))
  return pages.sort((a, b) => (place.get(a.target.id) ?? 0) - (place.get(b.target.id) ?? 0))
}

/** Renews leases, also ended ones, unless another worker has the page. It skips pages being written: they need none. */
export async function renewLeases(db: Database, targets: readonly Lease[]): Promise<void> {
  await renew.run(db, columns(targets, 'id', 'lease'), renewPatienceMs)
}

/** Releases the lease of a page that was not fetched; it stays due. */
export async function release(db: Database, { id, lease }: Lease): Promise<void> {
  await giveBack.run(db, [id, lease])
}

/** Releases the lease of a page, which is due again at `at`; it keeps its task at a provider. */
export async function postpone(db: Database, { id, lease }: Lease, { at, tries }: { at: Date; tries: number }) {
  await giveBackUntil.run(db, [id, lease, at, tries])
}

/** Stores tasks of a provider's queue and releases their pages until `pollAt`. A page whose lease was lost is left alone. */
export async function storeTasks(tx: Transaction, tasks: readonly StoredTask[], submittedAt: Date, pollAt: Date) {
  await store.run(tx, [submittedAt, pollAt, ...columns(tasks, 'id', 'lease', 'taskId', 'usd', 'depth')])
}

function pageOf(
  { keywords, asked, taskId, taskAt, topHosts, topCount, topDepth, usualOverlap, ...row }: RowOf<typeof claimed>,
  terms: DepthTerms,
  now: Date,
): DuePage {
  const task = taskId !== null && taskAt !== null ? { id: taskId, submittedAt: taskAt } : null
  const dated = keywords.map(({ wholeAt, ...each }) => ({
    ...each,
    wholeAt: wholeAt === null ? null : new Date(wholeAt),
  }))
  const depth = task ? row.depth : deepestOf(dated, terms, now)
  const accounts = [...new Set(keywords.map(({ accountId }) => accountId))]
  const earlier =
    topHosts === null || topCount === null || topDepth === null
      ? null
      : { hosts: topHosts, count: topCount, depth: topDepth, usual: usualOverlap }
  const owners = dated.flatMap((keyword) =>
    keyword.domain === null
      ? []
      : [{ domain: keyword.domain, depth: depthToRead(keyword, terms, now), rank: keyword.rank }],
  )
  return { target: { ...row, depth, task, claimedAt: now, earlier, owners }, accounts, asked }
}
