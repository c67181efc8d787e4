import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockOpenAccount } from '../accounts/accounts.sql.ts'
import { insertKey, requireRoom, revokeKey } from '../keys/issuing.ts'
import { hashOfKey } from '../keys/rules/key-format.ts'
import { lockGrant, rotate, type Tokens, tokensAgain } from './refresh.ts'
import {
  accessSeconds,
  codeSeconds,
  isVerifierOf,
  newCode,
  newRefreshToken,
  readRefreshToken,
  textOfRefreshToken,
} from './rules/tokens.ts'

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
export type Exchange = { code: string; clientId: string; redirectUri: string | null; verifier: string }
type Code = Consent & { isUsed: boolean; isLate: boolean; keyId: string | null }

/** Accesses of clients that people connected: a lasting key each, whose secret is the access token of the hour. */
export function createGrantStore(pool: Pool) {
  return {
    /** Answers a code, only this once. Throws `not_found`, or `conflict` for a closed account and at the limit of keys. */
    createCode: (consent: Consent) =>
      inTransaction(pool, async (client): Promise<string> => {
        await lockOpenAccount(client, consent.accountId)
        await requireRoom(client, consent.accountId, 'lasting')
        const code = newCode()
        await insertCode(client, code, consent)
        return code
      }),

    /**
     * The tokens for a code; undefined if it is unknown, late, used, another client's or another verifier's. Each code has one try,
     * and a second use ends what the first one gave. Throws `conflict` at the limit of keys.
     */
    exchange: (asked: Exchange) =>
      inTransaction(pool, async (client): Promise<Tokens | undefined> => {
        const code = await takeCode(client, asked.code)
        if (code?.keyId) await revokeKey(client, code.keyId, { by: 'gateway', reason: 'its code was used twice' })
        if (!code || code.isUsed || code.isLate || !fits(code, asked)) return undefined
        const { accountId, siteId, clientName: name, clientId } = code
        await lockOpenAccount(client, accountId)
        const order = { accountId, name, siteId, kind: 'lasting', seconds: accessSeconds, client: clientId } as const
        const { id, secret: access } = await insertKey(client, order, code.actor)
        const token = newRefreshToken()
        await client.query('INSERT INTO key_grant (key_id, client_id, family, refresh) VALUES ($1, $2, $3, $4)', [
          ...[id, clientId],
          ...[hashOfKey(token.family), hashOfKey(token.secret)],
        ])
        await client.query('UPDATE grant_code SET key_id = $2 WHERE hash = $1', [hashOfKey(asked.code), id])
        return { access, refresh: textOfRefreshToken(token), seconds: accessSeconds }
      }),

    /**
     * The next tokens for a refresh token; undefined if it is not valid. One that was used in the last minute gives what its grant has
     * now; an older one ends the grant (RFC 9700, section 4.14.2). `at` is for tests.
     */
    refresh: (text: string, clientId: string, at?: Date) =>
      inTransaction(pool, async (client): Promise<Tokens | undefined> => {
        const token = readRefreshToken(text)
        const grant = token && (await lockGrant(client, token, at))
        if (!grant) return undefined
        const isItsClient = grant.clientId === clientId
        if (grant.isCurrent) return isItsClient ? rotate(client, grant.keyId, token, at) : undefined
        const again = isItsClient ? tokensAgain(token, grant) : undefined
        if (!again) await revokeKey(client, grant.keyId, { by: 'gateway', reason: 'its refresh token was used twice' })
        return again
      }),

    /** Makes an account's codes worthless that no client has exchanged yet. */
    async forgetCodes(client: PoolClient, accountId: string): Promise<void> {
      await client.query('DELETE FROM grant_code WHERE account_id = $1 AND NOT is_used', [accountId])
    },

    /** Ends the grant of a client by one of its tokens. An unknown token changes nothing. */
    revoke: (text: string, clientId: string) =>
      inTransaction(pool, async (client): Promise<void> => {
        const family = hashOfKey(readRefreshToken(text)?.family ?? '')
        const found = await client.query<{ id: string }>(
          `SELECT k.id FROM api_key k JOIN key_grant g ON g.key_id = k.id
           WHERE (g.family = $1 OR k.hash = $2) AND g.client_id = $3 AND k.revoked_at IS NULL`,
          [family, hashOfKey(text), clientId],
        )
        for (const { id } of found.rows) await revokeKey(client, id, { by: 'gateway', reason: 'by its client' })
      }),
  }
}
export type GrantStore = ReturnType<typeof createGrantStore>

/** Codes of the day before are forgotten. */
async function insertCode(client: PoolClient, code: string, consent: Consent): Promise<void> {
  const { accountId, siteId, clientId, clientName, redirectUri, challenge, actor } = consent
  await client.query(
    `WITH forgotten AS (DELETE FROM grant_code WHERE created_at < now() - interval '1 day')
     INSERT INTO grant_code (hash, account_id, site_id, client_id, client_name, redirect_uri, challenge, actor)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hashOfKey(code), accountId, siteId, clientId, clientName, redirectUri, challenge, actor],
  )
}

/** A code as it was before this try, and locked, so that of several tries one is the first. */
async function takeCode(client: PoolClient, code: string): Promise<Code | undefined> {
  const hash = hashOfKey(code)
  const found = await client.query<Code>(
    `SELECT account_id AS "accountId", site_id AS "siteId", client_id AS "clientId", client_name AS "clientName",
       redirect_uri AS "redirectUri", challenge, actor, is_used AS "isUsed", key_id AS "keyId",
       created_at < clock_timestamp() - $2 * interval '1 second' AS "isLate"
     FROM grant_code WHERE hash = $1 FOR UPDATE`,
    [hash, codeSeconds],
  )
  await client.query('UPDATE grant_code SET is_used = true WHERE hash = $1', [hash])
  return found.rows[0]
}

/** A client that leaves its redirect URI out is bound by the verifier alone, as OAuth 2.1 has it. */
function fits(code: Code, { clientId, redirectUri, verifier }: Exchange): boolean {
  const isItsUri = redirectUri === null || redirectUri === code.redirectUri
  return clientId === code.clientId && isItsUri && isVerifierOf(verifier, code.challenge)
}
