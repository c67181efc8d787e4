import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import { generateKey, hashOfKey, type KeyKind, keyKinds, startOfKey } from '../domain/key-format.ts'
import { maxLastingKeys, maxServerKeys } from '../domain/limits.ts'
import { lockOpenAccount } from './account-records.ts'
import { audit } from './audit.ts'
import type { Database } from './database.ts'

export type StoredKey = {
  id: string
  name: string
  kind: KeyKind
  start: string
  strikes: number
  lastUsedAt: Date | null
  revokedAt: Date | null
}
type LastingKind = Exclude<KeyKind, 'guest'>

/** The last stamp of a key's minute stays until the next request. */
const columns = `k.id, k.name, k.kind, k.start, k.strikes, k.revoked_at AS "revokedAt", m.stamps[cardinality(m.stamps)] AS "lastUsedAt"`
const source = 'api_key k LEFT JOIN key_minute m ON m.key_id = k.id'
const maxKeys: Readonly<Record<LastingKind, number>> = { server: maxServerKeys, lasting: maxLastingKeys }

/** Keys of accounts; only their hashes and first characters are stored. */
export function createKeyStore({ pool, prisma }: Database) {
  return {
    /** Answers the full key, only this once. Throws `not_found`, or `conflict` for a closed account and at the limit, exact under parallel calls. */
    create: (accountId: string, { name, kind }: { name: string; kind: LastingKind }, by: string) =>
      inTransaction(pool, async (client): Promise<{ key: StoredKey; secret: string }> => {
        await lockOpenAccount(client, accountId)
        const open =
          'SELECT count(*)::int AS count FROM api_key WHERE account_id = $1 AND kind = $2 AND revoked_at IS NULL'
        const held = await client.query<{ count: number }>(open, [accountId, kind])
        if ((held.rows[0]?.count ?? 0) >= maxKeys[kind]) {
          throw new AppError('conflict', `An account has at most ${maxKeys[kind]} ${kind} keys; revoke one first`)
        }
        const id = randomUUID()
        const secret = generateKey(kind)
        const insert = 'INSERT INTO api_key (id, account_id, kind, name, hash, start) VALUES ($1, $2, $3, $4, $5, $6)'
        await client.query(insert, [id, accountId, kind, name, hashOfKey(secret), startOfKey(secret)])
        await client.query('INSERT INTO key_minute (key_id) VALUES ($1)', [id])
        await audit(client, {
          action: 'key.created',
          accountId,
          keyId: id,
          actor: by,
          detail: { kind, start: startOfKey(secret) },
        })
        const stored = await client.query<StoredKey>(`SELECT ${columns} FROM ${source} WHERE k.id = $1`, [id])
        if (!stored.rows[0]) throw new Error('the key was not stored')
        return { key: stored.rows[0], secret }
      }),

    async list(accountId: string): Promise<StoredKey[]> {
      const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
      const found = await prisma.apiKey.findMany({ where: { accountId }, include: { minute: true }, orderBy })
      return found.map(({ id, name, kind, start, strikes, revokedAt, minute }) => {
        // The last stamp of a key's minute stays until the next request.
        return { id, name, kind: kindOf(kind), start, strikes, revokedAt, lastUsedAt: minute?.stamps.at(-1) ?? null }
      })
    },

    /** Applies to every request admitted after the commit. A repeat keeps the first time. `accountId` null: any (operator). */
    revoke: (keyId: string, accountId: string | null, by: string) =>
      inTransaction(pool, async (client): Promise<StoredKey> => {
        const revoked = await client.query<{ account_id: string }>(
          `UPDATE api_key SET revoked_at = coalesce(revoked_at, clock_timestamp())
           WHERE id = $1 AND ($2::text IS NULL OR account_id = $2) RETURNING account_id`,
          [keyId, accountId],
        )
        const owner = revoked.rows[0]?.account_id
        if (!owner) throw new AppError('not_found', 'No such key')
        await audit(client, {
          action: 'key.revoked',
          accountId: owner,
          keyId,
          actor: by,
          detail: { reason: 'by hand' },
        })
        const stored = await client.query<StoredKey>(`SELECT ${columns} FROM ${source} WHERE k.id = $1`, [keyId])
        if (!stored.rows[0]) throw new AppError('not_found', 'No such key')
        return stored.rows[0]
      }),
  }
}
export type KeyStore = ReturnType<typeof createKeyStore>

function kindOf(text: string): KeyKind {
  const kind = keyKinds.find((known) => known === text)
  if (!kind) throw new Error('a stored key has an unknown kind')
  return kind
}
