import { randomUUID } from 'node:crypto'
import { type LastingKind, maxKeys } from '@rts/shared/contract/keys'
import { AppError } from '@rts/shared/errors'
import type { Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { insertAuditEntry } from '../accounts/accounts.ts'
import { countKeys, insertKey, updateRevoked } from './keys.sql.ts'
import { generateKey, hashOfKey, startOfKey } from './rules/key-format.ts'

type KeyOrder = {
  accountId: string
  name: string
  kind: LastingKind
  siteId?: string | null
  seconds?: number | null
  /** Of a connected client: not counted among keys made by hand. */
  client?: string
}
type Revocation = { by: string; reason: string; accountId?: string | null }

/** Throws `conflict` at the limit of a locked account. */
async function requireRoom(tx: Transaction, accountId: string, kind: LastingKind): Promise<void> {
  if ((await countKeys(tx, accountId, kind)) < maxKeys[kind]) return
  throw new AppError('conflict', refusals.maxKeys({ max: maxKeys[kind], kind }))
}

/** Needs `lockOpenAccount`. Returns the full key only once. Throws `conflict` at the limit. */
export async function issueKey(
  tx: Transaction,
  { accountId, name, kind, siteId = null, seconds = null, client }: KeyOrder,
  by: string,
): Promise<{ id: string; secret: string }> {
  if (client === undefined) await requireRoom(tx, accountId, kind)
  const id = randomUUID()
  const secret = generateKey(kind)
  const start = startOfKey(secret)
  await insertKey(tx, { id, accountId, kind, name, hash: hashOfKey(secret), start, siteId, seconds })
  const detail = client === undefined ? { kind, start } : { kind, start, client }
  await insertAuditEntry(tx, { action: 'key.created', accountId, keyId: id, actor: by, detail })
  return { id, secret }
}

/** Applies from the commit on. False without such a key, in any account if `accountId` is null. */
export async function revokeKey(
  tx: Transaction,
  keyId: string,
  { by, reason, accountId: owner = null }: Revocation,
): Promise<boolean> {
  const accountId = await updateRevoked(tx, keyId, owner)
  if (accountId === undefined) return false
  await insertAuditEntry(tx, { action: 'key.revoked', accountId, keyId, actor: by, detail: { reason } })
  return true
}
