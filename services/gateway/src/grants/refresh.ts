import { randomBytes } from 'node:crypto'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { generateKey, hashOfKey, revokeKey, startOfKey } from '../keys/keys.ts'
import { type Grant, insertUse, lockGrant, replaceTokens } from './grants.sql.ts'
import {
  accessSeconds,
  type RefreshToken,
  readRefreshToken,
  repeatSeconds,
  successorsOf,
  type Tokens,
  textOfRefreshToken,
} from './rules/tokens.ts'

/**
 * The next tokens for a refresh token; undefined if it is not valid. One that was used in the last minute gives what its grant has
 * now; an older one ends the grant (RFC 9700, section 4.14.2). `at` is for tests.
 */
export function refreshTokens(
  database: Database,
  text: string,
  clientId: string,
  at?: Date,
): Promise<Tokens | undefined> {
  return inTransaction(database, async (tx) => {
    const token = readRefreshToken(text)
    if (!token) return undefined
    const hashes = { family: hashOfKey(token.family), secret: hashOfKey(token.secret) }
    const grant = await lockGrant(tx, hashes, repeatSeconds, at)
    if (!grant) return undefined
    const isItsClient = grant.clientId === clientId
    if (grant.isCurrent) return isItsClient ? rotate(tx, grant.keyId, token, at) : undefined
    const again = isItsClient ? tokensAgain(token, grant) : undefined
    if (!again) await revokeKey(tx, grant.keyId, { by: 'gateway', reason: 'its refresh token was used twice' })
    return again
  })
}

/** The grant's tokens of now, by its uses of the last minute; undefined where the token's own use is longer ago. */
function tokensAgain(token: RefreshToken, { refresh: current, seconds, uses }: Grant): Tokens | undefined {
  const salts = new Map(uses.map(({ used, salt }) => [used.toString('hex'), salt]))
  let last = token
  for (let step = 0; step < uses.length; step++) {
    const salt = salts.get(hashOfKey(last.secret).toString('hex'))
    if (!salt) return undefined
    const { access, refresh } = successorsOf(last, salt)
    if (hashOfKey(refresh.secret).equals(current))
      return { access: generateKey('lasting', access), refresh: textOfRefreshToken(refresh), seconds }
    last = refresh
  }
  return undefined
}

/** Replaces both tokens of a grant. The salt is kept as long as the use may be repeated. */
async function rotate(tx: Transaction, keyId: string, token: RefreshToken, at?: Date): Promise<Tokens> {
  const salt = randomBytes(32)
  const next = successorsOf(token, salt)
  const access = generateKey('lasting', next.access)
  const refresh = hashOfKey(next.refresh.secret)
  const lifeSeconds = accessSeconds
  await replaceTokens(tx, { keyId, hash: hashOfKey(access), start: startOfKey(access), lifeSeconds, refresh })
  await insertUse(tx, keyId, { used: hashOfKey(token.secret), salt }, repeatSeconds, at)
  return { access, refresh: textOfRefreshToken(next.refresh), seconds: accessSeconds }
}
