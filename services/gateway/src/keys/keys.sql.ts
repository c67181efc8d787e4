import { PrismaPg } from '@prisma/adapter-pg'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { PrismaClient } from '../generated/client.ts'
import { type KeyKind, keyKinds } from './rules/key-format.ts'
import type { LastingKind } from './rules/limits.ts'

export type StoredKey = {
  id: string
  name: string
  kind: KeyKind
  start: string
  /** The client that a person connected by OAuth. */
  clientId: string | null
  siteId: string | null
  strikes: number
  lastUsedAt: Date | null
  revokedAt: Date | null
}
type NewKey = Pick<StoredKey, 'id' | 'name' | 'start' | 'siteId'> & {
  accountId: string
  kind: LastingKind
  hash: Buffer
  /** Null for a key that lasts. */
  seconds: number | null
}

/** The last stamp of a key's minute stays until the next request. */
const stored = `SELECT k.id, k.name, k.kind, k.start, g.client_id AS "clientId", k.site_id AS "siteId", k.strikes,
    k.revoked_at AS "revokedAt", m.stamps[cardinality(m.stamps)] AS "lastUsedAt"
  FROM api_key k LEFT JOIN key_minute m ON m.key_id = k.id LEFT JOIN key_grant g ON g.key_id = k.id`

/** Prisma's client for ordinary records, on the service's pool. */
export function openRecords(db: Database): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(db) })
}
export type Records = PrismaClient

/** The keys of an account, the oldest first. */
export async function listKeys(records: Records, accountId: string): Promise<StoredKey[]> {
  const found = await records.apiKey.findMany({
    where: { accountId },
    include: { minute: true, grant: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return found.map(({ id, name, kind, start, siteId, strikes, revokedAt, minute, grant }) => {
    const own = { id, name, kind: kindOf(kind), start, siteId, strikes, revokedAt }
    return { ...own, clientId: grant?.clientId ?? null, lastUsedAt: minute?.stamps.at(-1) ?? null }
  })
}

/** A key that was just written. */
export async function requireKey(tx: Transaction, id: string): Promise<StoredKey> {
  const found = await tx.query<StoredKey>(`${stored} WHERE k.id = $1`, [id])
  if (!found.rows[0]) throw new Error('the key was not stored')
  return found.rows[0]
}

/** An account's keys of one kind, without the revoked ones. */
export async function countKeys(tx: Transaction, accountId: string, kind: LastingKind): Promise<number> {
  const open = 'SELECT count(*)::int AS count FROM api_key WHERE account_id = $1 AND kind = $2 AND revoked_at IS NULL'
  const held = await tx.query<{ count: number }>(open, [accountId, kind])
  return held.rows[0]?.count ?? 0
}

export async function insertKey(
  tx: Transaction,
  { id, accountId, kind, name, hash, start, siteId, seconds }: NewKey,
): Promise<void> {
  await tx.query(
    `INSERT INTO api_key (id, account_id, kind, name, hash, start, site_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 second')`,
    [id, accountId, kind, name, hash, start, siteId, seconds],
  )
  await tx.query('INSERT INTO key_minute (key_id) VALUES ($1)', [id])
}

/** Revokes a key, any account's where none is named; a repeat keeps the first time. Answers its account, if there is such a key. */
export async function updateRevoked(
  tx: Transaction,
  keyId: string,
  accountId: string | null,
): Promise<string | undefined> {
  const revoked = await tx.query<{ accountId: string }>(
    `UPDATE api_key SET revoked_at = coalesce(revoked_at, clock_timestamp())
     WHERE id = $1 AND ($2::text IS NULL OR account_id = $2) RETURNING account_id AS "accountId"`,
    [keyId, accountId],
  )
  return revoked.rows[0]?.accountId
}

function kindOf(text: string): KeyKind {
  const kind = keyKinds.find((known) => known === text)
  if (!kind) throw new Error('a stored key has an unknown kind')
  return kind
}
