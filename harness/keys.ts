import { randomUUID } from 'node:crypto'
import type { KeyKind } from '@rts/shared/contract/keys'
import type { Plan } from '@rts/shared/plans'
import type pg from 'pg'
import { generateKey, hashOfKey, startOfKey } from '../services/gateway/src/keys/rules/key-format.ts'

export type SeededKey = { secret: string; accountId: string }

/** Writes many accounts, new ones or with these ids, and their keys into a gateway's database at once, as no interface would let anybody make them. */
export async function seedKeys(
  gateway: pg.Pool | pg.Client,
  { accounts, keysPerAccount = 1, plan = 'scale', kind = 'server' }: Seed,
): Promise<SeededKey[]> {
  const ids = typeof accounts === 'number' ? Array.from({ length: accounts }, () => randomUUID()) : accounts
  await gateway.query(
    `INSERT INTO account (id, email, plan) SELECT id, 'seed-' || id || '@example.invalid', $2 FROM unnest($1::text[]) AS id`,
    [ids, plan],
  )
  const keys = ids.flatMap((accountId) =>
    Array.from({ length: keysPerAccount }, () => ({ id: randomUUID(), accountId, secret: generateKey(kind) })),
  )
  await gateway.query(
    `WITH made AS (INSERT INTO api_key (id, account_id, kind, name, hash, start)
       SELECT id, owner, $5, 'seed', hash, start FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) AS k (id, owner, hash, start)
       RETURNING id) INSERT INTO key_minute (key_id) SELECT id FROM made`,
    [
      keys.map(({ id }) => id),
      keys.map(({ accountId }) => accountId),
      keys.map(({ secret }) => hashOfKey(secret)),
      keys.map(({ secret }) => startOfKey(secret)),
      kind,
    ],
  )
  return keys.map(({ secret, accountId }) => ({ secret, accountId }))
}

type Seed = { accounts: number | readonly string[]; keysPerAccount?: number; plan?: Plan; kind?: KeyKind }
