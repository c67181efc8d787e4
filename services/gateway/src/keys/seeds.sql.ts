import { randomUUID } from 'node:crypto'
import type { Plan } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool } from 'pg'
import { generateKey, hashOfKey, type KeyKind, startOfKey } from './rules/key-format.ts'

export type SeedOrder = { accounts: number; keysPerAccount: number; plan: Plan; kind: KeyKind }

/** Makes many accounts with keys at once, for load tests; answers the full keys. */
export function createSeedStore(pool: Pool) {
  return {
    seed: ({ accounts, keysPerAccount, plan, kind }: SeedOrder) =>
      inTransaction(pool, async (client): Promise<string[]> => {
        const accountIds = Array.from({ length: accounts }, () => randomUUID())
        await client.query(
          `INSERT INTO account (id, email, plan) SELECT id, 'seed-' || id || '@example.invalid', $2 FROM unnest($1::text[]) AS id`,
          [accountIds, plan],
        )
        const owners = accountIds.flatMap((id) => Array.from({ length: keysPerAccount }, () => id))
        const secrets = owners.map(() => generateKey(kind))
        const ids = owners.map(() => randomUUID())
        await client.query(
          `INSERT INTO api_key (id, account_id, kind, name, hash, start)
           SELECT id, owner, $5, 'seed', hash, start FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) AS k (id, owner, hash, start)`,
          [ids, owners, secrets.map(hashOfKey), secrets.map(startOfKey), kind],
        )
        await client.query('INSERT INTO key_minute (key_id) SELECT unnest($1::text[])', [ids])
        return secrets
      }),
  }
}
export type SeedStore = ReturnType<typeof createSeedStore>
