import type { Pool, PoolClient } from 'pg'
import { type EventState, events } from '../contract/events.ts'
import type { FactEffect } from './inbox.ts'

export type KnownAccount = EventState<'account.changed'>

/** The accounts, built from facts. `changed` runs in the transaction that stores a fact. */
export function accountProjection(
  pool: Pool,
  { changed }: { changed?(client: PoolClient, account: KnownAccount): Promise<void> } = {},
) {
  const effect: FactEffect = async (client, fact) => {
    if (fact.type !== 'account.changed') return
    const account = events[fact.type].state.parse(fact.state)
    const stored = await client.query(
      `INSERT INTO known.account AS a (id, plan, status, check_every_days, version) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, status = excluded.status,
         check_every_days = excluded.check_every_days, version = excluded.version
       WHERE a.version < excluded.version`,
      [account.id, account.plan, account.status, account.checkEveryDays, fact.version],
    )
    if (stored.rowCount === 1) await changed?.(client, account)
  }
  return {
    effect,
    /** Null until a fact about the account arrives. */
    async find(accountId: string): Promise<KnownAccount | null> {
      const found = await pool.query(
        'SELECT id, plan, status, check_every_days AS "checkEveryDays" FROM known.account WHERE id = $1',
        [accountId],
      )
      const [row] = found.rows
      if (!row) return null
      return events['account.changed'].state.parse({ ...row, checkEveryDays: row.checkEveryDays ?? undefined })
    },
  }
}
