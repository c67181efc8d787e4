import { AppError } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { thaw } from '../accounts/freezing.ts'
import { lockLimits } from '../accounts/limits.ts'
import { requireRoom } from '../accounts/rules/plan-limits.ts'
import { type Database, transact } from '../database.sql.ts'
import { track } from '../rank-checks/tracking.ts'
import { holdSite, type OwnedSite } from '../sites/site-changes.sql.ts'
import { noSuchKeyword } from './keyword-store.ts'
import {
  beginHistory,
  countKeywords,
  insertKeywords,
  knownAs,
  respell,
  type ShownKeyword,
  shownKeywords,
  trackedPhrase,
} from './keywords.sql.ts'
import { changedPhrase, type PhraseChanges, phraseKey, type TrackedPhrase } from './rules/tracked-phrase.ts'

export type KeywordWriter = ReturnType<typeof createKeywordWriter>
type Added = { keyword: ShownKeyword; created: boolean }

/** Writes keywords, always under the account's lock. */
export function createKeywordWriter(db: Database, plans: PlanTable) {
  /** Stops tracking those of the phrases that the site tracks; answers how many they were. */
  function removeAll(site: OwnedSite, ids: readonly string[], now: Date): Promise<number> {
    return transact(db.pool, async (client) => {
      const limits = await lockLimits(client, plans, site.accountId)
      await holdSite(client, site)
      const removed = await client.query<{ id: string }>(
        'UPDATE keyword SET deleted_at = $3 WHERE id = ANY($1) AND site_id = $2 AND deleted_at IS NULL RETURNING id',
        [ids, site.id, now],
      )
      await client.query('DELETE FROM keyword_state WHERE keyword_id = ANY($1)', [removed.rows.map(({ id }) => id)])
      await thaw(client, site.accountId, limits, now)
      return removed.rows.length
    })
  }

  return {
    /** Tracks a phrase, or answers the keyword that has it. Throws `plan_limit_reached`. */
    add(site: OwnedSite, phrase: TrackedPhrase, now: Date): Promise<Added> {
      return transact(db.pool, async (client) => {
        const limits = await lockLimits(client, plans, site.accountId)
        const { frozen } = await holdSite(client, site)
        const twin = await twinOf(client, site.id, phrase)
        if (twin !== undefined) return { keyword: await shownKeyword(client, twin), created: false }
        requireRoom('keywords', await countKeywords(client, site.accountId), limits.keywords)
        const ids = await insertKeywords(client, { siteId: site.id, frozen, now }, [phrase])
        await track(client, { siteIds: [site.id], keywordIds: ids }, { rhythmDays: limits.checkEveryDays, now })
        return { keyword: await shownKeyword(client, ...ids), created: true }
      })
    },

    /** Changes a keyword; another identity, country or language starts a new history. Throws `conflict`, `not_found`. */
    change(site: OwnedSite, id: string, changes: PhraseChanges, now: Date): Promise<ShownKeyword> {
      return transact(db.pool, async (client) => {
        const limits = await lockLimits(client, plans, site.accountId)
        await holdSite(client, site)
        const before = await trackedPhrase(client, site.id, id)
        if (!before) throw noSuchKeyword()
        const after = changedPhrase(before, changes)
        const twin = await twinOf(client, site.id, after)
        if (twin !== undefined && twin !== id) throw trackedAlready()
        if (twin === id) {
          await respell(client, id, after.phrase)
        } else {
          await beginHistory(client, id, after, now)
          await track(client, { siteIds: [site.id], keywordIds: [id] }, { rhythmDays: limits.checkEveryDays, now })
        }
        return shownKeyword(client, id)
      })
    },

    /** Stops tracking a phrase. Its positions are kept; the site keeps the time of its last check. Throws `not_found`. */
    async remove(site: OwnedSite, id: string, now: Date): Promise<void> {
      if ((await removeAll(site, [id], now)) !== 1) throw noSuchKeyword()
    },

    removeAll,
  }
}

function trackedAlready(): AppError {
  const message = 'is tracked already in this country and language'
  return new AppError('conflict', 'This site already has this keyword', {
    errors: [{ in: 'body', field: 'keyword', code: 'conflict', message }],
  })
}

async function twinOf(client: PoolClient, siteId: string, phrase: TrackedPhrase): Promise<string | undefined> {
  return (await knownAs(client, siteId, [phrase])).get(phraseKey(phrase))
}

async function shownKeyword(client: PoolClient, ...ids: string[]): Promise<ShownKeyword> {
  const [keyword] = await shownKeywords(client, ids)
  if (!keyword) throw noSuchKeyword()
  return keyword
}
