import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { lockLimits } from '../accounts/limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { noSuchKeyword } from '../keywords/keyword-store.ts'
import { holdSite, type OwnedSite } from '../sites/site-changes.sql.ts'
import { type Asked, type CheckGroup, type CheckWish, grouped, tokenOf } from './rules/requested-check.ts'
import { type Due, holdPages, isUnstored, readersWhere, setDue } from './tracking.ts'

export type CheckRequest = CheckWish & { site: OwnedSite; keywordIds: readonly string[] | 'all' }
type Groups = Record<CheckGroup, Asked[]>
/** The day's collects: `take` answers those of the tokens that count, or throws. */
export type Purse = {
  take(tokens: readonly string[]): Promise<ReadonlySet<string>>
  giveBack(tokens: readonly string[]): Promise<void>
}
export type CheckRequestStore = ReturnType<typeof createCheckRequestStore>

/** Checks that people ask for: their pages are due at once. */
export function createCheckRequestStore({ pool }: Database, plans: PlanTable) {
  return {
    /** What a request would do. Throws `not_found` if a keyword is not the site's. */
    async look(request: CheckRequest): Promise<Groups> {
      return grouped(await askedOf(pool, request), request)
    },

    /**
     * Queues the checks that can be paid; answers how many pages were bought. Requests of an account wait for each other over all
     * replicas, so that a token that buys nothing is nobody else's either. No row is locked while the collects are taken.
     */
    run(request: CheckRequest, purse: Purse): Promise<{ groups: Groups; pages: number }> {
      const { site } = request
      return transact(pool, async (client) => {
        await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('checks ' || $1, 0))`, [site.accountId])
        const groups = grouped(await askedOf(client, request), request)
        const paid = await purse.take(groups.bought.map(tokenOf))
        const spent = new Set<string>()
        try {
          await lockLimits(client, plans, site.accountId)
          await holdSite(client, site)
          const pages = await queue(client, request, groups, paid)
          for (const page of pages) spent.add(tokenOf(page))
          return { groups, pages: pages.length }
        } finally {
          const unspent = [...paid].filter((token) => !spent.has(token))
          if (unspent.length > 0) await purse.giveBack(unspent)
        }
      })
    },
  }
}

/** Makes keywords due, those that are still as they were when they were paid; answers those that were bought. */
async function queue(
  client: PoolClient,
  request: CheckRequest,
  { bought, joining }: Groups,
  paid: ReadonlySet<string>,
): Promise<Asked[]> {
  const wanted = [...bought.filter((each) => paid.has(tokenOf(each))), ...joining]
  await holdPages(client, wanted)
  const now = grouped(
    await readAsked(
      client,
      request,
      wanted.map(({ keywordId }) => keywordId),
    ),
    request,
  )
  const pages = now.bought.filter((each) => paid.has(tokenOf(each)))
  const dues: Due[] = [
    ...pages.map((page) => ({ ...page, dueAt: request.now, isNew: true })),
    ...now.joining.map((each) => ({ ...each, dueAt: each.joinsAt ?? request.now, isNew: false })),
  ]
  await setDue(client, dues)
  await client.query(
    `UPDATE keyword SET last_check_status = 'queued', last_check_at = $2, last_check_error = NULL WHERE id = ANY($1)`,
    [dues.map(({ keywordId }) => keywordId), request.now],
  )
  return pages
}

type Reader = Pick<PoolClient, 'query'>

async function askedOf(client: Reader, request: CheckRequest): Promise<Asked[]> {
  const ids = request.keywordIds === 'all' ? null : [...new Set(request.keywordIds)]
  const asked = await readAsked(client, request, ids)
  if (ids !== null && asked.length < ids.length) throw noSuchKeyword()
  return asked
}

/** By when a keyword is due: now, or when it was asked for, because the replica that took that request may have a faster clock. */
const dueBy = `greatest($4, CASE WHEN k.last_check_status = 'queued' THEN k.last_check_at END)`

/** A page waits while it is due or ordered. One that is retried after a failure is due later, so it can be asked for. */
async function readAsked(client: Reader, { site, now }: CheckRequest, ids: readonly string[] | null): Promise<Asked[]> {
  const found = await client.query<Asked>(
    `WITH due AS MATERIALIZED (
       SELECT k.target_id, min(k.due_at) AS at FROM site s JOIN account a ON a.id = s.account_id
         JOIN keyword k ON k.site_id = s.id JOIN page_target t ON t.id = k.target_id
       WHERE s.account_id = $2 AND k.due_at <= ${dueBy}
         AND (t.next_due_at <= ${dueBy} OR t.provider_task_id IS NOT NULL) AND ${readersWhere} GROUP BY 1)
     SELECT k.id AS "keywordId", k.target_id AS "targetId", k.frozen OR s.frozen AS frozen, s.checks_paused_at IS NOT NULL AS paused,
       ${isUnstored} OR d.at IS NOT NULL AND k.due_at <= ${dueBy} AS waits, d.at AS "joinsAt", k.last_check_status AS status, k.last_check_at AS "checkedAt"
     FROM keyword k JOIN site s ON s.id = k.site_id LEFT JOIN due d ON d.target_id = k.target_id
     WHERE s.id = $1 AND s.account_id = $2 AND k.deleted_at IS NULL AND ($3::text[] IS NULL OR k.id = ANY($3)) ORDER BY k.seq`,
    [site.id, site.accountId, ids, now],
  )
  return found.rows
}
