import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Asked } from './rules/requested-check.ts'
import { isUnstored, readsPage } from './targets.sql.ts'

export type OwnedSite = { id: string; accountId: string }

const asked: Columns<Asked> = {
  keywordId: text,
  targetId: text,
  frozen: boolean,
  paused: boolean,
  waits: boolean,
  joinsAt: time.orNull,
  status: text.orNull,
  checkedAt: time.orNull,
}
/** A keyword is due by now, or by the time of its request, because the replica that took that may have a faster clock. */
const dueBy = `greatest($4, CASE WHEN k.last_check_status = 'queued' THEN k.last_check_at END)`

const lockAccount = statement(`SELECT pg_advisory_xact_lock(hashtextextended('checks ' || $1, 0))`)
const queue = statement(
  `UPDATE keyword SET last_check_status = 'queued', last_check_at = $2, last_check_error = NULL WHERE id = ANY($1)`,
)
const askedKeywords = query(
  asked,
  `WITH due AS MATERIALIZED (
     SELECT k.target_id, min(k.due_at) AS at FROM site s JOIN account a ON a.id = s.account_id
       JOIN keyword k ON k.site_id = s.id JOIN page_target t ON t.id = k.target_id
     WHERE s.account_id = $2 AND k.due_at <= ${dueBy}
       AND (t.next_due_at <= ${dueBy} OR t.provider_task_id IS NOT NULL) AND ${readsPage} GROUP BY 1)
   SELECT ${selectList(asked, 'k', {
     keywordId: 'k.id',
     frozen: 'k.frozen OR s.frozen',
     paused: 's.checks_paused_at IS NOT NULL',
     waits: `${isUnstored} OR d.at IS NOT NULL AND k.due_at <= ${dueBy}`,
     joinsAt: 'd.at',
     status: 'k.last_check_status',
     checkedAt: 'k.last_check_at',
   })}
   FROM keyword k JOIN site s ON s.id = k.site_id LEFT JOIN due d ON d.target_id = k.target_id
   WHERE s.id = $1 AND s.account_id = $2 AND k.deleted_at IS NULL AND ($3::text[] IS NULL OR k.id = ANY($3)) ORDER BY k.seq`,
)

/** Makes the requests of an account wait for each other, over all replicas, until the transaction ends. */
export async function lockRequests(tx: Transaction, accountId: string): Promise<void> {
  await lockAccount.run(tx, [accountId])
}

export async function markRequested(tx: Transaction, keywordIds: readonly string[], now: Date): Promise<void> {
  await queue.run(tx, [keywordIds, now])
}

/** A page waits while it is due or submitted. One that is retried after a failure is due later, so it can be asked for. */
export function readAsked(
  db: Database | Transaction,
  { site, now }: { site: OwnedSite; now: Date },
  ids: readonly string[] | null,
): Promise<Asked[]> {
  return askedKeywords.rows(db, [site.id, site.accountId, ids, now])
}
