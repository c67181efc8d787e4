import type { Transaction } from '@rts/shared/service/transaction'
import type { FreezableKeyword, FreezableSite } from './rules/frozen.ts'

/** Live sites, the oldest first. */
export async function listFreezableSites(tx: Transaction, accountId: string): Promise<FreezableSite[]> {
  const found = await tx.query<FreezableSite>(
    'SELECT id, frozen FROM site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY seq',
    [accountId],
  )
  return found.rows
}

/** Live keywords of live sites, the oldest first. */
export async function listFreezableKeywords(tx: Transaction, accountId: string): Promise<FreezableKeyword[]> {
  const found = await tx.query<FreezableKeyword>(
    `SELECT k.id, k.site_id AS "siteId", k.frozen FROM keyword k JOIN site s ON s.id = k.site_id
     WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL ORDER BY k.seq`,
    [accountId],
  )
  return found.rows
}

/** Freezes those of the rows that are not frozen, and unfreezes the others. */
export async function toggleFrozen(
  tx: Transaction,
  { sites, keywords }: { sites: readonly string[]; keywords: readonly string[] },
): Promise<void> {
  await tx.query('UPDATE site SET frozen = NOT frozen WHERE id = ANY($1)', [sites])
  await tx.query('UPDATE keyword SET frozen = NOT frozen WHERE id = ANY($1)', [keywords])
}

/** The live sites that are frozen, or have a frozen keyword. */
export async function listFrozenSites(tx: Transaction, accountId: string): Promise<string[]> {
  const frozen = await tx.query<{ id: string }>(
    `SELECT s.id FROM site s WHERE s.account_id = $1 AND s.deleted_at IS NULL
     AND (s.frozen OR EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = s.id AND k.frozen AND k.deleted_at IS NULL))`,
    [accountId],
  )
  return frozen.rows.map(({ id }) => id)
}
