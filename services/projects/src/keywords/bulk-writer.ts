import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { lockLimits } from '../accounts/limits.ts'
import { requireRoom, roomUnder } from '../accounts/rules/plan-limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { track } from '../rank-checks/tracking.ts'
import { holdSite, type OwnedSite } from '../sites/site-changes.sql.ts'
import { countKeywords, insertKeywords, knownAs, type ShownKeyword, shownKeywords } from './keywords.sql.ts'
import { type LineWish, takeInOrder } from './rules/bulk-lines.ts'

export type BulkWriter = ReturnType<typeof createBulkWriter>
type BulkResult = { added: ShownKeyword[]; skipped: SkippedLine[] }

/** Adds many keywords in one transaction, with a fixed number of statements. */
export function createBulkWriter(db: Database, plans: PlanTable) {
  return {
    /** Adds keywords in the order of their lines, up to the plan limit. Throws `plan_limit_reached` if it allows none. */
    add(site: OwnedSite, wishes: readonly LineWish[], now: Date): Promise<BulkResult> {
      return transact(db.pool, async (client) => {
        const limits = await lockLimits(client, plans, site.accountId)
        const { ids, used, skipped } = await addLines(client, site, wishes, { max: limits.keywords, now })
        if (ids.length === 0 && skipped.some(({ code }) => code === 'plan_limit_reached')) {
          requireRoom('keywords', used, limits.keywords)
        }
        await track(client, { siteIds: [site.id], keywordIds: ids }, { rhythmDays: limits.checkEveryDays, now })
        return { added: await shownKeywords(client, ids), skipped }
      })
    },
  }
}

type AddedLines = {
  ids: string[]
  skipped: SkippedLine[] /** The account's keywords before the addition. */
  used: number
}

/** Inserts the new keywords that the limit allows. The account must be locked. Nothing is due yet: see `track`. */
export async function addLines(
  client: PoolClient,
  site: OwnedSite,
  wishes: readonly LineWish[],
  { max, now }: { max: number; now: Date },
): Promise<AddedLines> {
  const { frozen } = await holdSite(client, site)
  const known = await knownAs(client, site.id, wishes)
  const used = await countKeywords(client, site.accountId)
  const { taken, skipped } = takeInOrder(wishes, new Set(known.keys()), roomUnder(max, used))
  return { ids: await insertKeywords(client, { siteId: site.id, frozen, now }, taken), used, skipped }
}
