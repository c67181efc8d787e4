import type { Plan } from '@rts/shared/plans'
import type { Transaction } from '@rts/shared/service/transaction'

type SeedKeys = { ids: string[]; owners: string[]; hashes: Buffer[]; starts: string[]; kind: string }

export async function insertSeedAccounts(tx: Transaction, ids: string[], plan: Plan): Promise<void> {
  await tx.query(
    `INSERT INTO account (id, email, plan) SELECT id, 'seed-' || id || '@example.invalid', $2 FROM unnest($1::text[]) AS id`,
    [ids, plan],
  )
}

export async function insertSeedKeys(tx: Transaction, { ids, owners, hashes, starts, kind }: SeedKeys): Promise<void> {
  await tx.query(
    `INSERT INTO api_key (id, account_id, kind, name, hash, start)
     SELECT id, owner, $5, 'seed', hash, start FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) AS k (id, owner, hash, start)`,
    [ids, owners, hashes, starts, kind],
  )
  await tx.query('INSERT INTO key_minute (key_id) SELECT unnest($1::text[])', [ids])
}
