import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import type { Locale } from '../../domain/locale.ts'
import { type Database, transact } from '../database.ts'
import { track, upsertTargets } from '../pages/tracking.ts'
import { lockAccount, requireRoom, thaw } from '../sites/account-store.ts'
import { noSuchSite, type Site, type SiteScope } from '../sites/site-store.ts'
import { type Keyword, noSuchKeyword } from './keyword-store.ts'

/** What is to be different; a new phrase comes with its identity. */
export type KeywordChanges = { [K in keyof Locale]?: string | undefined }
export type KeywordWriter = ReturnType<typeof createKeywordWriter>

/** Writes keywords, each time under the lock of the account. */
export function createKeywordWriter(db: Database, plans: PlanTable) {
  return {
    /** Tracks a phrase, or answers the id of the keyword with this identity. Throws `plan_limit_reached`. */
    add(scope: SiteScope, site: Site, locale: Locale, now: Date): Promise<{ id: string; created: boolean }> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        const { frozen } = await holdSite(client, scope.accountId, site.id)
        const twin = await findTwin(client, site.id, locale)
        if (twin) return { id: twin, created: false }
        requireRoom('keywords', await countKeywords(client, scope.accountId), plans[scope.plan].keywords)
        const targetOf = await upsertTargets(client, [locale])
        const id = await insertKeyword(client, { siteId: site.id, locale, targetId: targetOf(locale), frozen, now })
        const rhythmDays = plans[plan].checkEveryDays
        await track(client, { siteIds: [site.id], keywordIds: [id] }, { rhythmDays, now })
        return { id, created: true }
      })
    },

    /** Changes a keyword; another identity, country or language begins a new history. Throws `conflict`, `not_found`. */
    change(scope: SiteScope, site: Site, keyword: Keyword, changes: KeywordChanges, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        await holdSite(client, scope.accountId, site.id)
        const locale = merge(await localeOf(client, site.id, keyword.id), changes)
        const twin = await findTwin(client, site.id, locale)
        if (twin && twin !== keyword.id) throw new AppError('conflict', 'Another keyword of this site is the same')
        if (twin) return renamePhrase(client, keyword.id, locale.phrase)
        const targetOf = await upsertTargets(client, [locale])
        await beginHistory(client, keyword.id, locale, targetOf(locale), now)
        const rhythmDays = plans[plan].checkEveryDays
        await track(client, { siteIds: [site.id], keywordIds: [keyword.id] }, { rhythmDays, now })
      })
    },

    /** Stops tracking a phrase. Its positions are kept; the site remembers when it was checked. */
    remove(scope: SiteScope, site: Site, keyword: Keyword, now: Date): Promise<void> {
      return transact(db.pool, async (client) => {
        const plan = await lockAccount(client, scope.accountId)
        await holdSite(client, scope.accountId, site.id)
        const removed = await client.query('UPDATE keyword SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL', [
          keyword.id,
          now,
        ])
        if (removed.rowCount !== 1) throw noSuchKeyword()
        await client.query('DELETE FROM keyword_state WHERE keyword_id = $1', [keyword.id])
        await thaw(client, scope.accountId, plans[plan], now)
      })
    },
  }
}

/** The site stays live until the transaction ends. Throws `not_found`. */
export async function holdSite(client: PoolClient, accountId: string, id: string): Promise<{ frozen: boolean }> {
  const found = await client.query<{ frozen: boolean }>(
    'SELECT frozen FROM site WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL FOR SHARE',
    [id, accountId],
  )
  if (!found.rows[0]) throw noSuchSite()
  return found.rows[0]
}

/** Where a live keyword is tracked; the account's lock keeps it so. Throws `not_found`. */
async function localeOf(client: PoolClient, siteId: string, id: string): Promise<Locale> {
  const found = await client.query<Locale>(
    'SELECT phrase, identity, country, language FROM keyword WHERE id = $1 AND site_id = $2 AND deleted_at IS NULL',
    [id, siteId],
  )
  if (!found.rows[0]) throw noSuchKeyword()
  return found.rows[0]
}

function merge(keyword: Locale, changes: KeywordChanges): Locale {
  const { phrase = keyword.phrase, identity = keyword.identity } = changes
  const { country = keyword.country, language = keyword.language } = changes
  return { phrase, identity, country, language }
}

async function findTwin(client: PoolClient, siteId: string, locale: Locale): Promise<string | null> {
  const { identity, country, language } = locale
  const found = await client.query<{ id: string }>(
    'SELECT id FROM keyword WHERE site_id = $1 AND identity = $2 AND country = $3 AND language = $4 AND deleted_at IS NULL',
    [siteId, identity, country, language],
  )
  return found.rows[0]?.id ?? null
}

/** Live keywords of live sites. */
export async function countKeywords(client: PoolClient, accountId: string): Promise<number> {
  const found = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM keyword k JOIN site s ON s.id = k.site_id
     WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL`,
    [accountId],
  )
  return found.rows[0]?.n ?? 0
}

type NewKeyword = { siteId: string; locale: Locale; targetId: string; frozen: boolean; now: Date }

async function insertKeyword(client: PoolClient, keyword: NewKeyword): Promise<string> {
  const { siteId, locale, targetId, frozen, now } = keyword
  const id = randomUUID()
  await client.query(
    `INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, frozen, tracked_since, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [id, siteId, locale.phrase, locale.identity, locale.country, locale.language, targetId, frozen, now],
  )
  return id
}

async function renamePhrase(client: PoolClient, id: string, phrase: string): Promise<void> {
  await client.query('UPDATE keyword SET phrase = $2 WHERE id = $1', [id, phrase])
}

async function beginHistory(
  client: PoolClient,
  id: string,
  locale: Locale,
  targetId: string,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE keyword SET phrase = $2, identity = $3, country = $4, language = $5, target_id = $6, epoch = epoch + 1, tracked_since = $7,
       due_at = NULL, last_check_status = NULL, last_check_at = NULL, last_check_error = NULL
     WHERE id = $1`,
    [id, locale.phrase, locale.identity, locale.country, locale.language, targetId, now],
  )
  await client.query('DELETE FROM keyword_state WHERE keyword_id = $1', [id])
}
