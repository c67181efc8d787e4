import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, bytes, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const consent = {
  accountId: text,
  /** The person, and the only site that they chose; null: all that they see. */
  personId: text.orNull,
  siteId: text.orNull,
  clientId: text,
  clientName: text,
  /** Return host of a client without a document; empty: a program on the person's machine. */
  clientHost: text.orNull,
  redirectUri: text,
  challenge: text,
  actor: text,
  /** Since when the person has the rights that they consent with. */
  rightsSince: time.orNull,
}
export type Consent = RowOf<typeof consent>
const consented = { accountId: text, personId: text.orNull, rightsSince: time.orNull }
export type Consented = RowOf<typeof consented>
const code = { ...consent, isUsed: boolean, keyId: text.orNull, isLate: boolean }
export type Code = RowOf<typeof code>

/** `seconds`: what is left of the access token's life. */
const grant = { keyId: text, clientId: text, refresh: bytes, isCurrent: boolean, seconds: int }
const use = { used: bytes, salt: bytes }
type Use = RowOf<typeof use>
export type Grant = RowOf<typeof grant> & { uses: Use[] }
type NewGrant = Pick<Consent, 'clientId' | 'clientHost' | 'personId' | 'rightsSince'> & {
  keyId: string
  family: Buffer
  refresh: Buffer
}
/** Hash and start of the new access token, hash of the new refresh token. */
type Rotation = { keyId: string; hash: Buffer; start: string; lifeSeconds: number; refresh: Buffer }

const codeInsert = statement(
  `WITH forgotten AS (DELETE FROM grant_code WHERE created_at < now() - interval '1 day')
   INSERT INTO grant_code (hash, account_id, site_id, client_id, client_name, redirect_uri, challenge, actor,
     person_id, client_host, rights_since)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const consentToExchange = query(
  consented,
  `SELECT ${selectList(consented, 'c')} FROM grant_code c WHERE hash = $1 AND NOT is_used`,
)
const codeToUse = query(
  code,
  `SELECT ${selectList(code, 'c', { isLate: `c.created_at < clock_timestamp() - $2 * interval '1 second'` })}
   FROM grant_code c WHERE hash = $1 FOR UPDATE`,
)
const codeUse = statement('UPDATE grant_code SET is_used = true WHERE hash = $1')
const codeKeyUpdate = statement('UPDATE grant_code SET key_id = $2 WHERE hash = $1')
const unusedCodesDeletion = statement('DELETE FROM grant_code WHERE account_id = $1 AND NOT is_used')
const grantInsert = statement(
  `INSERT INTO key_grant (key_id, client_id, family, refresh, person_id, client_host, rights_since)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)
const grantToLock = query(
  grant,
  `SELECT ${selectList(grant, 'g', {
    isCurrent: 'g.refresh = $2',
    seconds: 'greatest(0, floor(extract(epoch FROM k.expires_at - clock_timestamp())))::int',
  })}
   FROM key_grant g JOIN api_key k ON k.id = g.key_id JOIN account a ON a.id = k.account_id
   WHERE g.family = $1 AND k.revoked_at IS NULL AND a.status = 'active' FOR NO KEY UPDATE OF g, k`,
)
const recentUses = query(
  use,
  `SELECT used, salt FROM grant_use
   WHERE key_id = $1 AND used_at > coalesce($2, clock_timestamp()) - $3 * interval '1 second'`,
)
const accessUpdate = statement(
  `UPDATE api_key SET hash = $2, start = $3, expires_at = clock_timestamp() + $4 * interval '1 second' WHERE id = $1`,
)
const refreshUpdate = statement('UPDATE key_grant SET refresh = $2 WHERE key_id = $1')
const useInsert = statement(
  `WITH forgotten AS (
     DELETE FROM grant_use WHERE (key_id, used) IN (
       SELECT key_id, used FROM grant_use WHERE used_at <= statement_timestamp() - $5 * interval '1 second'
       FOR UPDATE SKIP LOCKED
     )
   )
   INSERT INTO grant_use (key_id, used, salt, used_at) VALUES ($1, $2, $3, coalesce($4, clock_timestamp()))`,
)
const keysByToken = query(
  { id: text },
  `SELECT k.id FROM api_key k JOIN key_grant g ON g.key_id = k.id
   WHERE (g.family = $1 OR k.hash = $2) AND g.client_id = $3 AND k.revoked_at IS NULL`,
)

/** Also deletes codes older than a day. */
export async function insertCode(tx: Transaction, hash: Buffer, given: Consent): Promise<void> {
  const { accountId, siteId, clientId, clientName, clientHost, redirectUri, challenge, actor, ...rest } = given
  const { personId, rightsSince } = rest
  const request = [clientId, clientName, redirectUri, challenge]
  await codeInsert.run(tx, [hash, accountId, siteId, ...request, actor, personId, clientHost, rightsSince])
}

export function findConsent(db: Database, hash: Buffer): Promise<Consented | undefined> {
  return consentToExchange.first(db, [hash])
}

/** Returns the code as it was before, locked: exactly one of several tries is the first. */
export async function useCode(tx: Transaction, hash: Buffer, lifeSeconds: number): Promise<Code | undefined> {
  const found = await codeToUse.first(tx, [hash, lifeSeconds])
  await codeUse.run(tx, [hash])
  return found
}

export async function storeKeyOfCode(tx: Transaction, hash: Buffer, keyId: string): Promise<void> {
  await codeKeyUpdate.run(tx, [hash, keyId])
}

export async function deleteUnusedCodes(tx: Transaction, accountId: string): Promise<void> {
  await unusedCodesDeletion.run(tx, [accountId])
}

export async function insertGrant(tx: Transaction, grant: NewGrant): Promise<void> {
  const { keyId, clientId, clientHost, family, refresh, personId, rightsSince } = grant
  await grantInsert.run(tx, [keyId, clientId, family, refresh, personId, clientHost, rightsSince])
}

/** Locks a refresh token's grant and key, and reads its recent uses: detects reuse and revocation. */
export async function lockGrant(
  tx: Transaction,
  { family, secret }: { family: Buffer; secret: Buffer },
  repeatSeconds: number,
  at?: Date,
): Promise<Grant | undefined> {
  const found = await grantToLock.first(tx, [family, secret])
  // Only under the lock: an earlier use that held it counts.
  return found && { ...found, uses: await recentUses.rows(tx, [found.keyId, at, repeatSeconds]) }
}

/** Replaces both tokens of a grant: the old access ends at once. */
export async function replaceTokens(tx: Transaction, rotation: Rotation): Promise<void> {
  const { keyId, hash, start, lifeSeconds, refresh } = rotation
  await accessUpdate.run(tx, [keyId, hash, start, lifeSeconds])
  await refreshUpdate.run(tx, [keyId, refresh])
}

/** Keeps the salt of a use for `seconds`; deletes older ones. */
export async function insertUse(
  tx: Transaction,
  keyId: string,
  { used, salt }: Use,
  repeatSeconds: number,
  at?: Date,
): Promise<void> {
  await useInsert.run(tx, [keyId, used, salt, at, repeatSeconds])
}

/** The token is a refresh token's family or an access token. */
export async function keysOfToken(
  tx: Transaction,
  { family, access, clientId }: { family: Buffer; access: Buffer; clientId: string },
): Promise<string[]> {
  const keys = await keysByToken.rows(tx, [family, access, clientId])
  return keys.map(({ id }) => id)
}
