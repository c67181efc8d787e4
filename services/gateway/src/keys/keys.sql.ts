import type { KeyKind, LastingKind } from '@rts/shared/contract/keys'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** `clientHost`: where a client without a document returns to. */
const storedKey = {
  id: text,
  name: text,
  kind: text.of<KeyKind>(),
  start: text,
  clientId: text.orNull,
  clientHost: text.orNull,
  siteId: text.orNull,
  strikes: int,
  lastUsedAt: time.orNull,
  revokedAt: time.orNull,
}
export type StoredKey = RowOf<typeof storedKey>
type NewKey = Pick<StoredKey, 'id' | 'name' | 'start' | 'siteId'> & {
  accountId: string
  kind: LastingKind
  hash: Buffer
  /** Null: it lasts. */
  seconds: number | null
}

/** The last stamp of a key's minute stays until the next request. */
const lastUsedAt = 'm.stamps[cardinality(m.stamps)]'
const selectKeys = `SELECT ${selectList(storedKey, 'k', { clientId: 'g.client_id', clientHost: 'g.client_host', lastUsedAt })}
  FROM api_key k LEFT JOIN key_minute m ON m.key_id = k.id LEFT JOIN key_grant g ON g.key_id = k.id`
const keysOfAccount = query(storedKey, `${selectKeys} WHERE k.account_id = $1 ORDER BY k.created_at, k.id`)
const keyById = query(storedKey, `${selectKeys} WHERE k.id = $1`)
const openKeyCount = query(
  { n: int },
  `SELECT count(*)::int AS n FROM api_key k WHERE account_id = $1 AND kind = $2 AND revoked_at IS NULL
     AND NOT EXISTS (SELECT FROM key_grant g WHERE g.key_id = k.id)`,
)
const keyInsert = statement(
  `INSERT INTO api_key (id, account_id, kind, name, hash, start, site_id, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 second')`,
)
const minuteInsert = statement('INSERT INTO key_minute (key_id) VALUES ($1)')
const revocation = query(
  { accountId: text },
  `UPDATE api_key SET revoked_at = coalesce(revoked_at, clock_timestamp())
   WHERE id = $1 AND ($2::text IS NULL OR account_id = $2) RETURNING account_id AS "accountId"`,
)

export function listKeys(db: Database, accountId: string): Promise<StoredKey[]> {
  return keysOfAccount.rows(db, [accountId])
}

export function requireKey(tx: Transaction, id: string): Promise<StoredKey> {
  return keyById.require(tx, [id])
}

/** Of one kind, made by hand, not revoked. */
export async function countKeys(tx: Transaction, accountId: string, kind: LastingKind): Promise<number> {
  return (await openKeyCount.first(tx, [accountId, kind]))?.n ?? 0
}

export async function insertKey(tx: Transaction, key: NewKey): Promise<void> {
  const { id, accountId, kind, name, hash, start, siteId, seconds } = key
  await keyInsert.run(tx, [id, accountId, kind, name, hash, start, siteId, seconds])
  await minuteInsert.run(tx, [id])
}

/** In any account if `accountId` is null; a repeat keeps the first time. Returns the key's account. */
export async function updateRevoked(
  tx: Transaction,
  keyId: string,
  accountId: string | null,
): Promise<string | undefined> {
  return (await revocation.first(tx, [keyId, accountId]))?.accountId
}
