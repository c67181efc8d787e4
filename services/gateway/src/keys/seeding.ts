import { randomUUID } from 'node:crypto'
import type { Plan } from '@rts/shared/plans'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { insertSeedAccounts, insertSeedKeys } from './keys.sql.ts'
import { generateKey, hashOfKey, type KeyKind, startOfKey } from './rules/key-format.ts'

type Seed = { accounts: number; keysPerAccount: number; plan: Plan; kind: KeyKind }

/** Makes many accounts with keys at once, for load tests; answers the full keys. */
export function seedKeys(database: Database, { accounts, keysPerAccount, plan, kind }: Seed): Promise<string[]> {
  const accountIds = Array.from({ length: accounts }, () => randomUUID())
  const owners = accountIds.flatMap((id) => Array.from({ length: keysPerAccount }, () => id))
  const secrets = owners.map(() => generateKey(kind))
  const ids = owners.map(() => randomUUID())
  return inTransaction(database, async (tx) => {
    await insertSeedAccounts(tx, accountIds, plan)
    await insertSeedKeys(tx, { ids, owners, hashes: secrets.map(hashOfKey), starts: secrets.map(startOfKey), kind })
    return secrets
  })
}
