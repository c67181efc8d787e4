import type { Pool, PoolClient } from 'pg'
import { type EventState, events } from '../contract/events.ts'
import { int, selectList, text } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import type { FactEffect } from './inbox.ts'

export type KnownAccount = EventState<'account.changed'>

const account = { id: text, plan: text, status: text, checkEveryDays: int.orNull }
const accountById = query(account, `SELECT ${selectList(account, 'a')} FROM known.account a WHERE id = $1`)
const storeAccount = statement(
  `INSERT INTO known.account AS a (id, plan, status, check_every_days, version) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (id) DO UPDATE SET plan = excluded.plan, status = excluded.status,
     check_every_days = excluded.check_every_days, version = excluded.version
   WHERE a.version < excluded.version`,
)

/** The accounts, built from facts. `changed` runs in the transaction that stores a fact. */
export function accountProjection(
  pool: Pool,
  { changed }: { changed?(client: PoolClient, account: KnownAccount): Promise<void> } = {},
) {
  const effect: FactEffect = async (client, fact) => {
    if (fact.type !== 'account.changed') return
    const known = events[fact.type].state.parse(fact.state)
    const values = [known.id, known.plan, known.status, known.checkEveryDays, fact.version]
    if ((await storeAccount.run(client, values)) === 1) await changed?.(client, known)
  }
  return {
    effect,
    async find(accountId: string): Promise<KnownAccount | null> {
      const row = await accountById.first(pool, [accountId])
      if (!row) return null
      return events['account.changed'].state.parse({ ...row, checkEveryDays: row.checkEveryDays ?? undefined })
    },
  }
}
