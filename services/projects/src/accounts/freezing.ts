import type { PlanLimits } from '@rts/shared/plans'
import type { PoolClient } from 'pg'
import { track } from '../rank-checks/tracking.ts'
import { type OwnedKeyword, wronglyFrozen } from './rules/frozen.ts'

/** Freezes and unfreezes rows by the limits. The account's row must be locked. Answers whether anything changed. */
export async function refreeze(client: PoolClient, accountId: string, limits: PlanLimits): Promise<boolean> {
  const sites = await client.query<{ id: string; frozen: boolean }>(
    'SELECT id, frozen FROM site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY seq',
    [accountId],
  )
  const keywords = await client.query<OwnedKeyword>(
    `SELECT k.id, k.site_id AS "siteId", k.frozen FROM keyword k JOIN site s ON s.id = k.site_id
     WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL ORDER BY k.seq`,
    [accountId],
  )
  const wrong = wronglyFrozen(limits, sites.rows, keywords.rows)
  await client.query('UPDATE site SET frozen = NOT frozen WHERE id = ANY($1)', [wrong.sites])
  await client.query('UPDATE keyword SET frozen = NOT frozen WHERE id = ANY($1)', [wrong.keywords])
  return wrong.sites.length + wrong.keywords.length > 0
}

/** Unfreezes, after a deletion, the rows that the limits then allow. */
export async function thaw(client: PoolClient, accountId: string, limits: PlanLimits, now: Date): Promise<void> {
  const frozen = await client.query<{ id: string }>(
    `SELECT s.id FROM site s WHERE s.account_id = $1 AND s.deleted_at IS NULL
     AND (s.frozen OR EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = s.id AND k.frozen AND k.deleted_at IS NULL))`,
    [accountId],
  )
  const siteIds = frozen.rows.map((row) => row.id)
  if (siteIds.length > 0 && (await refreeze(client, accountId, limits))) {
    await track(client, { siteIds }, { rhythmDays: limits.checkEveryDays, now })
  }
}
