import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { lockOpenAccount } from '../accounts/accounts.ts'
import { hashOfKey, issueKey, revokeKey } from '../keys/keys.ts'
import { type Code, insertGrant, storeKeyOfCode, useCode } from './grants.sql.ts'
import {
  accessSeconds,
  codeSeconds,
  isVerifierOf,
  newRefreshToken,
  type Tokens,
  textOfRefreshToken,
} from './rules/tokens.ts'

type Exchange = { code: string; clientId: string; redirectUri: string | null; verifier: string }

/**
 * The tokens for a code; undefined if it is unknown, late, used, another client's or another verifier's. Each code has one try,
 * and a second use ends the access that the first one gave. Throws `conflict` at the limit of keys.
 */
export function exchangeCode(database: Database, asked: Exchange): Promise<Tokens | undefined> {
  const hash = hashOfKey(asked.code)
  return inTransaction(database, async (tx) => {
    const code = await useCode(tx, hash, codeSeconds)
    if (code?.keyId) await revokeKey(tx, code.keyId, { by: 'gateway', reason: 'its code was used twice' })
    if (!code || code.isUsed || code.isLate || !fits(code, asked)) return undefined
    const { accountId, siteId, clientName: name, clientId } = code
    await lockOpenAccount(tx, accountId)
    const order = { accountId, name, siteId, kind: 'lasting', seconds: accessSeconds, client: clientId } as const
    const { id: keyId, secret: access } = await issueKey(tx, order, code.actor)
    const token = newRefreshToken()
    await insertGrant(tx, { keyId, clientId, family: hashOfKey(token.family), refresh: hashOfKey(token.secret) })
    await storeKeyOfCode(tx, hash, keyId)
    return { access, refresh: textOfRefreshToken(token), seconds: accessSeconds }
  })
}

/** A client that leaves its redirect URI out is bound by the verifier alone, as OAuth 2.1 has it. */
function fits(code: Code, { clientId, redirectUri, verifier }: Exchange): boolean {
  const isItsUri = redirectUri === null || redirectUri === code.redirectUri
  return clientId === code.clientId && isItsUri && isVerifierOf(verifier, code.challenge)
}
