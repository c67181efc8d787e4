import { randomUUID } from 'node:crypto'
import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import type { PlanTable } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import type { PoolClient } from 'pg'
import { type LineWish, takeInOrder } from '../../domain/bulk-lines.ts'
import { localeKey } from '../../domain/locale.ts'
import { type Database, transact } from '../database.ts'
import { track, upsertTargets } from '../pages/tracking.ts'
import { lockAccount, requireRoom } from '../sites/account-store.ts'
import type { Site, SiteScope } from '../sites/site-store.ts'
import type { Keyword } from './keyword-store.ts'
import { countKeywords, holdSite } from './keyword-writer.ts'

/** What a keyword shows of itself. */
export type ShownKeyword = Pick<
  Keyword,
  | 'id'
  | 'phrase'
  | 'country'
  | 'language'
  | 'lastCheckStatus'
  | 'lastCheckAt'
  | 'lastCheckError'
  | 'frozen'
  | 'createdAt'
>
export type BulkWriter = ReturnType<typeof createBulkWriter>

/** Adds many keywords in one transaction, in a number of statements that does not grow with them. */
export function createBulkWriter(db: Database, plans: PlanTable) {
  return {
    /** In the order of their lines, up to the plan limit. Throws `plan_limit_reached` when that leaves nothing. */
    add(scope: SiteScope, site: Site, wishes: readonly LineWish[], now: Date): Promise<BulkResult> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        const { frozen } = await holdSite(client, scope.accountId, site.id)
        const max = plans[scope.plan].keywords
        const { ids, skipped } = await addLines(client, { ...scope, siteId: site.id, frozen, max }, wishes, now)
        if (ids.length === 0 && skipped.some(({ code }) => code === 'plan_limit_reached')) {
          requireRoom('keywords', await countKeywords(client, scope.accountId), max)
        }
        await track(client, { siteIds: [site.id], keywordIds: ids }, { rhythmDays: plans[plan].checkEveryDays, now })
        return { added: await shownKeywords(client, ids), skipped }
      })
    },
  }
}
export type BulkResult = { added: ShownKeyword[]; skipped: SkippedLine[] }

type Place = { accountId: string; siteId: string; frozen: boolean; max: number }

/** Inserts the keywords that are new and have room. The account must be locked. Nothing is due yet: see `track`. */
export async function addLines(
  client: PoolClient,
  place: Place,
  wishes: readonly LineWish[],
  now: Date,
): Promise<{ ids: string[]; skipped: SkippedLine[] }> {
  const known = await knownKeys(client, place.siteId)
  const room = Math.max(0, place.max - (await countKeywords(client, place.accountId)))
  const { taken, skipped } = takeInOrder(wishes, known, room)
  const targetOf = await upsertTargets(client, taken)
  const ids = taken.map(() => randomUUID())
  await client.query(
    `INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, frozen, tracked_since, created_at)
     SELECT id, $1, phrase, identity, country, language, target_id, $2, $3, $3
     FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       WITH ORDINALITY AS w (id, phrase, identity, country, language, target_id, place) ORDER BY place`,
    [
      place.siteId,
      place.frozen,
      now,
      ids,
      ...columns(taken, 'phrase', 'identity', 'country', 'language'),
      taken.map(targetOf),
    ],
  )
  return { ids, skipped }
}

async function knownKeys(client: PoolClient, siteId: string): Promise<Set<string>> {
  const found = await client.query<{ identity: string; country: string; language: string }>(
    'SELECT identity, country, language FROM keyword WHERE site_id = $1 AND deleted_at IS NULL',
    [siteId],
  )
  return new Set(found.rows.map(localeKey))
}

async function shownKeywords(client: PoolClient, ids: readonly string[]): Promise<ShownKeyword[]> {
  const found = await client.query<ShownKeyword>(
    `SELECT id, phrase, country, language, last_check_status AS "lastCheckStatus", last_check_at AS "lastCheckAt",
       last_check_error AS "lastCheckError", frozen, created_at AS "createdAt"
     FROM keyword WHERE id = ANY($1) ORDER BY seq`,
    [ids],
  )
  return found.rows
}
