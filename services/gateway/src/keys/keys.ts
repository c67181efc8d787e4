import { type LastingKind, maxKeys } from '@rts/shared/contract/keys'
import type { Owned } from '@rts/shared/derive/owned'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { actorOf, lockOpenAccount, requireOwn } from '../accounts/accounts.ts'
import { strikeLimit } from '../admission/admission.ts'
import { issueKey, revokeKey } from './issuing.ts'
import { listKeys, requireKey, type StoredKey } from './keys.sql.ts'

export { issueKey, revokeKey } from './issuing.ts'
export { countKeys } from './keys.sql.ts'
export { bearerKey, generateKey, hashOfKey, invalidKey, startOfKey } from './rules/key-format.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `keys.${string}`>>

/** Only hashes and first characters of keys are stored. */
export function keyHandlers(database: Database): Served {
  return {
    'keys.create': async ({ params, body, caller }) => {
      requireOwn(caller, params.accountId)
      const { key, secret } = await createKey(database, params.accountId, body, actorOf(caller))
      return { key: toRow(key), secret }
    },
    'keys.list': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      const keys = await listKeys(database, params.accountId)
      return { keys: keys.map(toRow), limits: { ...maxKeys, strikes: strikeLimit } }
    },
    'keys.revoke': async ({ params, caller }) => {
      const owner = caller.kind === 'person' ? caller.accountId : null
      return { key: toRow(await revoke(database, params.keyId, owner, actorOf(caller))) }
    },
  }
}

/** Returns the full key only once. Throws `not_found`; `conflict` if closed or at the limit. */
export function createKey(
  database: Database,
  accountId: string,
  { name, kind }: { name: string; kind: LastingKind },
  by: string,
): Promise<{ key: StoredKey; secret: string }> {
  return inTransaction(database, async (tx) => {
    await lockOpenAccount(tx, accountId)
    const { id, secret } = await issueKey(tx, { accountId, name, kind }, by)
    return { key: await requireKey(tx, id), secret }
  })
}

/** Applies from the commit on; a repeat keeps the first time. `accountId` null: any. */
export function revoke(database: Database, keyId: string, accountId: string | null, by: string): Promise<StoredKey> {
  return inTransaction(database, async (tx) => {
    const isFound = await revokeKey(tx, keyId, { by, reason: 'by hand', accountId })
    if (!isFound) throw new AppError('not_found', 'No such key')
    return requireKey(tx, keyId)
  })
}

function toRow({ clientId, clientHost, siteId: projectId, lastUsedAt, revokedAt, ...key }: StoredKey) {
  const client = clientId === null ? null : (clientHost ?? new URL(clientId).host)
  const times = { lastUsedAt: lastUsedAt?.toISOString() ?? null, revokedAt: revokedAt?.toISOString() ?? null }
  return { ...key, client, projectId, ...times }
}
