import type { PlanTable } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import { refusalOf } from '@rts/shared/service/database-refusal'
import { settle } from '@rts/shared/spend/settle'
import type { Pool, PoolClient } from 'pg'
import { transact } from '../database.sql.ts'
import type { ClaimedTarget } from './due-pages.sql.ts'
import { type Bill, settlementOf } from './outcomes.ts'
import { domainsOfSites, type RankReader, recordRanks } from './rank-store.ts'
import { holdTargets } from './readers.sql.ts'
import { type CheckedPage, giveChecked, storePage } from './results.sql.ts'
import { earliestDue, splitByDue, untilNext } from './rules/readers.ts'
import { holdPages, noteChecks, setDue } from './tracking.ts'

/** A keyword whose ranks the database refuses, and why. */
export type Unstored = { keywordId: string; reason: string }
export type UnstoredStore = ReturnType<typeof createUnstoredStore>
type Served = RankReader & { targetId: string; siteId: string; dueAt: Date }

/** The most checks that are tried in a round. */
const roundSize = 100

/** Checks that were paid for and whose ranks the database refuses: kept with their page until they can be stored. */
export function createUnstoredStore(pool: Pool, plans: PlanTable) {
  return {
    /**
     * Stores a refused page for those of its due readers that the database accepts, and keeps it for the others, which pay for it too.
     * Answers these; null without a valid lease, when nothing is written.
     */
    keep(target: ClaimedTarget, page: CheckedPage, bill: Bill): Promise<Unstored[] | null> {
      return transact(pool, async (client) => {
        const [held] = await holdTargets(client, [target])
        if (!held) return null
        const { due, others } = splitByDue(held.readers, page.fetchedAt)
        const when = { slotSeconds: target.slotSeconds, seenAt: page.fetchedAt, plans }
        const served = due.map((reader) => untilNext(reader, when))
        const reason = await refusedIn(client, () => storePage(client, target.id, page))
        const unstored = reason ? served.map((reader) => ({ ...reader, reason })) : await serve(client, page, served)
        await keepPage(client, page, unstored)
        await settle(client, settlementOf({ bill, readers: served }))
        const kept = new Set(unstored.map(({ keywordId }) => keywordId))
        const readers = [...served.filter(({ keywordId }) => !kept.has(keywordId)), ...others]
        await giveChecked(client, target.id, { due: earliestDue(readers), fetchedAt: page.fetchedAt })
        return unstored.map(({ keywordId, reason }) => ({ keywordId, reason }))
      })
    },

    /** The keywords whose kept checks are to be tried now, those that wait longest first. */
    async due(now: Date): Promise<string[]> {
      const found = await pool.query<{ id: string }>(
        'SELECT keyword_id AS id FROM ranks.unstored_check WHERE retry_at <= $1 ORDER BY retry_at, keyword_id LIMIT $2',
        [now, roundSize],
      )
      return found.rows.map(({ id }) => id)
    },

    /** Makes all kept checks due: a new release may store what the one before could not. */
    async hasten(now: Date): Promise<void> {
      await pool.query('UPDATE ranks.unstored_check SET retry_at = $1 WHERE retry_at > $1', [now])
    },

    /** Stores a kept check with the time at which it was made. Throws while the database refuses it. */
    store(keywordId: string, now: Date): Promise<void> {
      return transact(pool, async (client) => {
        const kept = await holdKept(client, keywordId, now)
        if (!kept) return
        const page = { ...kept.page, fetchedAt: kept.checkedAt }
        const domains = (await domainsOfSites(client, [kept.siteId])).get(kept.siteId) ?? []
        await storePage(client, kept.targetId, page)
        await serveAll(client, page, [{ ...kept, keywordId, domains, dueAt: kept.dueAt ?? now }])
        await client.query('DELETE FROM ranks.unstored_check WHERE keyword_id = $1', [keywordId])
      })
    },

    /** Notes a failed try; the next ones are a minute later, then twice as long each time, and hourly in the end. */
    async postpone(keywordId: string, reason: string, now: Date): Promise<void> {
      await pool.query(
        `UPDATE ranks.unstored_check SET tries = tries + 1, reason = $2,
           retry_at = $3::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(tries, 6)) WHERE keyword_id = $1`,
        [keywordId, reason, now],
      )
    },

    async count(): Promise<number> {
      return (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM ranks.unstored_check')).rows[0]?.n ?? 0
    },
    roundSize,
  }
}

/** Serves readers from a stored page, and answers those that the database refuses: it halves until each of them is alone. */
async function serve<R extends Served>(
  client: PoolClient,
  page: CheckedPage,
  readers: readonly R[],
): Promise<(R & { reason: string })[]> {
  if (readers.length === 0) return []
  const reason = await refusedIn(client, () => serveAll(client, page, readers))
  if (!reason) return []
  const [first] = readers
  if (first && readers.length === 1) return [{ ...first, reason }]
  const half = Math.ceil(readers.length / 2)
  const before = await serve(client, page, readers.slice(0, half))
  return [...before, ...(await serve(client, page, readers.slice(half)))]
}

async function serveAll(client: PoolClient, page: CheckedPage, readers: readonly Served[]): Promise<void> {
  await recordRanks(
    client,
    readers.map((reader) => ({ reader, page })),
  )
  await noteChecks(
    client,
    readers.map((reader) => ({ ...reader, at: page.fetchedAt })),
  )
  await setDue(
    client,
    readers.map((reader) => ({ ...reader, isNew: false })),
  )
}

/** Keeps a page for readers, and shows them that their check could not be stored, unless the database refuses that too. */
async function keepPage(
  client: PoolClient,
  page: CheckedPage,
  unstored: readonly (Served & { reason: string })[],
): Promise<void> {
  if (unstored.length === 0) return
  await client.query(
    `INSERT INTO ranks.unstored_check (keyword_id, target_id, reason, page, checked_at, retry_at)
     SELECT id, target_id, reason, $4, $5, $5::timestamptz + interval '1 minute'
     FROM unnest($1::text[], $2::text[], $3::text[]) AS u (id, target_id, reason) ON CONFLICT DO NOTHING`,
    [...columns(unstored, 'keywordId', 'targetId', 'reason'), JSON.stringify(page), page.fetchedAt],
  )
  await refusedIn(client, () =>
    client.query(
      `UPDATE keyword k SET last_check_status = 'failed', last_check_at = $3, last_check_error = 'storage', due_at = u.due
       FROM unnest($1::text[], $2::timestamptz[]) AS u (id, due) WHERE k.id = u.id`,
      [...columns(unstored, 'keywordId', 'dueAt'), page.fetchedAt],
    ),
  )
}

type Kept = {
  targetId: string
  siteId: string
  epoch: number
  dueAt: Date | null
  page: Omit<CheckedPage, 'fetchedAt'>
  checkedAt: Date
}

/** Locks a kept check that is due, after its site and its page, as everywhere; another replica that has it keeps it. */
async function holdKept(client: PoolClient, keywordId: string, now: Date): Promise<Kept | undefined> {
  await client.query('SELECT 1 FROM site WHERE id = (SELECT site_id FROM keyword WHERE id = $1) FOR SHARE', [keywordId])
  const target = await client.query<{ targetId: string }>(
    'SELECT target_id AS "targetId" FROM ranks.unstored_check WHERE keyword_id = $1',
    [keywordId],
  )
  await holdPages(client, target.rows)
  const held = await client.query<Kept>(
    `SELECT u.target_id AS "targetId", u.page, u.checked_at AS "checkedAt", k.site_id AS "siteId", k.epoch, k.due_at AS "dueAt"
     FROM ranks.unstored_check u JOIN keyword k ON k.id = u.keyword_id
     WHERE u.keyword_id = $1 AND u.retry_at <= $2 FOR UPDATE OF u SKIP LOCKED`,
    [keywordId, now],
  )
  return held.rows[0]
}

/** Why the database refuses a piece of work, which then leaves nothing; null if it does not. */
async function refusedIn(client: PoolClient, work: () => Promise<unknown>): Promise<string | null> {
  await client.query('SAVEPOINT piece')
  try {
    await work()
    await client.query('RELEASE SAVEPOINT piece')
    return null
  } catch (error) {
    const reason = refusalOf(error)
    if (!reason) throw error
    await client.query('ROLLBACK TO SAVEPOINT piece')
    return reason
  }
}
