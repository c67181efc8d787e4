import { AppError } from '@rts/shared/errors'
import type { PoolClient } from 'pg'
import type { Site } from './texts.sql.ts'

/** How many plans and articles an account may begin in a month, YYYY-MM. */
export type MonthLimit = { month: string; most: number }
/** Adds the row of a text in the transaction that starts its writing; false if there is one. */
export type AddText = (client: PoolClient, limit: MonthLimit) => Promise<boolean>

/**
 * Adds a row that counts towards its account's month: `add` answers false if the row exists, which is found before the limit is looked
 * at. The month's row is locked, so that parallel calls of all replicas are counted one after the other.
 */
export async function addWithin(
  client: PoolClient,
  { accountId }: Site,
  { month, most }: MonthLimit,
  add: () => Promise<boolean>,
): Promise<boolean> {
  const locked = await client.query<{ used: number }>(
    `INSERT INTO writing.month AS m (account_id, month) VALUES ($1, $2)
     ON CONFLICT (account_id, month) DO UPDATE SET used = m.used RETURNING used`,
    [accountId, month],
  )
  const used = locked.rows[0]?.used ?? 0
  if (!(await add())) return false
  if (used >= most)
    throw new AppError('plan_limit_reached', `The plan allows ${most} articles and plans a month`, {
      planLimit: { name: 'writingsPerMonth', max: most, used },
    })
  await client.query('UPDATE writing.month SET used = used + 1 WHERE account_id = $1 AND month = $2', [
    accountId,
    month,
  ])
  return true
}

/** Ends the counts of a closed account, in the transaction that hears of it. */
export async function forgetMonths(client: PoolClient, accountId: string): Promise<void> {
  await client.query('DELETE FROM writing.month WHERE account_id = $1', [accountId])
}

/** Ends the plans and articles of a deleted site, in the transaction that hears of it. */
export async function forgetWritings(client: PoolClient, siteId: string): Promise<void> {
  await client.query('DELETE FROM writing.plan WHERE site_id = $1', [siteId])
  await client.query('DELETE FROM writing.article WHERE site_id = $1', [siteId])
}

/** Keeps a site from being deleted until the transaction ends. Throws `not_found` if it is deleted. */
export async function requireSite(client: PoolClient, { id }: Site): Promise<void> {
  const held = await client.query('SELECT 1 FROM known.site WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [id])
  if (held.rowCount !== 1) throw new AppError('not_found', 'No such site')
}
