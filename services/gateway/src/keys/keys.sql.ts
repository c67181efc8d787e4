import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { PoolClient } from 'pg'
import { lockOpenAccount } from '../accounts/accounts.sql.ts'
import type { Database } from './database.ts'
import { insertKey, type LastingKind, revokeKey } from './issuing.ts'
import { type KeyKind, keyKinds } from './rules/key-format.ts'

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

/** The last stamp of a key's minute stays until the next request. */
const stored = `SELECT k.id, k.name, k.kind, k.start, g.client_id AS "clientId", k.site_id AS "siteId", k.strikes,
    k.revoked_at AS "revokedAt", m.stamps[cardinality(m.stamps)] AS "lastUsedAt"
  FROM api_key k LEFT JOIN key_minute m ON m.key_id = k.id LEFT JOIN key_grant g ON g.key_id = k.id`

/** Keys of accounts; only their hashes and first characters are stored. */
export function createKeyStore({ pool, prisma }: Database) {
  return {
    /** Answers the full key, only this once. Throws `not_found`, or `conflict` for a closed account and at the limit, exact under parallel calls. */
    create: (accountId: string, { name, kind }: { name: string; kind: LastingKind }, by: string) =>
      inTransaction(pool, async (client): Promise<{ key: StoredKey; secret: string }> => {
        await lockOpenAccount(client, accountId)
        const { id, secret } = await insertKey(client, { accountId, name, kind }, by)
        return { key: await requireKey(client, id), secret }
      }),

    async list(accountId: string): Promise<StoredKey[]> {
      const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
      const found = await prisma.apiKey.findMany({
        where: { accountId },
        include: { minute: true, grant: true },
        orderBy,
      })
      return found.map(({ id, name, kind, start, siteId, strikes, revokedAt, minute, grant }) => {
        const own = { id, name, kind: kindOf(kind), start, siteId, strikes, revokedAt }
        return { ...own, clientId: grant?.clientId ?? null, lastUsedAt: minute?.stamps.at(-1) ?? null }
      })
    },

    /** Applies to every request admitted after the commit. A repeat keeps the first time. `accountId` null: any (operator). */
    revoke: (keyId: string, accountId: string | null, by: string) =>
      inTransaction(pool, async (client): Promise<StoredKey> => {
        const isFound = await revokeKey(client, keyId, { by, reason: 'by hand', accountId })
        if (!isFound) throw new AppError('not_found', 'No such key')
        return requireKey(client, keyId)
      }),
  }
}
export type KeyStore = ReturnType<typeof createKeyStore>

async function requireKey(client: PoolClient, id: string): Promise<StoredKey> {
  const found = await client.query<StoredKey>(`${stored} WHERE k.id = $1`, [id])
  if (!found.rows[0]) throw new Error('the key was not stored')
  return found.rows[0]
}

function kindOf(text: string): KeyKind {
  const kind = keyKinds.find((known) => known === text)
  if (!kind) throw new Error('a stored key has an unknown kind')
  return kind
}
