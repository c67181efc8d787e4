import type { Transaction } from '@rts/shared/service/transaction'

/** What a person consented to. */
export type Consent = {
  accountId: string
  siteId: string | null
  clientId: string
  clientName: string
  redirectUri: string
  challenge: string
  actor: string
}
export type Code = Consent & { isUsed: boolean; isLate: boolean; keyId: string | null }

/** Codes of the day before are deleted. */
export async function insertCode(tx: Transaction, hash: Buffer, consent: Consent): Promise<void> {
  const { accountId, siteId, clientId, clientName, redirectUri, challenge, actor } = consent
  await tx.query(
    `WITH forgotten AS (DELETE FROM grant_code WHERE created_at < now() - interval '1 day')
     INSERT INTO grant_code (hash, account_id, site_id, client_id, client_name, redirect_uri, challenge, actor)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hash, accountId, siteId, clientId, clientName, redirectUri, challenge, actor],
  )
}

/** Uses a code up. Answers it as it was before, and locked, so that of several tries one is the first. */
export async function useCode(tx: Transaction, hash: Buffer, lifeSeconds: number): Promise<Code | undefined> {
  const found = await tx.query<Code>(
    `SELECT account_id AS "accountId", site_id AS "siteId", client_id AS "clientId", client_name AS "clientName",
       redirect_uri AS "redirectUri", challenge, actor, is_used AS "isUsed", key_id AS "keyId",
       created_at < clock_timestamp() - $2 * interval '1 second' AS "isLate"
     FROM grant_code WHERE hash = $1 FOR UPDATE`,
    [hash, lifeSeconds],
  )
  await tx.query('UPDATE grant_code SET is_used = true WHERE hash = $1', [hash])
  return found.rows[0]
}

export async function storeKeyOfCode(tx: Transaction, hash: Buffer, keyId: string): Promise<void> {
  await tx.query('UPDATE grant_code SET key_id = $2 WHERE hash = $1', [hash, keyId])
}

export async function deleteUnusedCodes(tx: Transaction, accountId: string): Promise<void> {
  await tx.query('DELETE FROM grant_code WHERE account_id = $1 AND NOT is_used', [accountId])
}
