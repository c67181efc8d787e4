import { randomBytes } from 'node:crypto'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { lockOpenAccount } from '../accounts/accounts.ts'
import { generateKey, hashOfKey, issueKey, revokeKey, startOfKey } from '../keys/keys.ts'
import { endAccesses, requirePlace } from './assistants.ts'
import {
  type Code,
  findConsent,
  type Grant,
  insertGrant,
  insertUse,
  keysOfToken,
  lockGrant,
  replaceTokens,
  storeKeyOfCode,
  useCode,
} from './grants.sql.ts'
import { mayAsk } from './oauth-clients.ts'
import { auditName } from './rules/clients.ts'
import {
  accessSeconds,
  codeSeconds,
  isVerifierOf,
  newRefreshToken,
  type RefreshToken,
  readRefreshToken,
  repeatSeconds,
  successorsOf,
  type Tokens,
  textOfRefreshToken,
} from './rules/tokens.ts'
import type { Seats } from './seats.ts'

export type Exchange = { code: string; clientId: string; redirectUri: string | null; verifier: string | null }

type ExchangeDeps = { database: Database; isStillGiven: Seats['isStillGiven'] }

/** Undefined for a bad code; a second use ends the access of the first. Throws `conflict` at the limit. */
export async function exchangeCode(
  { database, isStillGiven }: ExchangeDeps,
  asked: Exchange,
): Promise<Tokens | undefined> {
  const hash = hashOfKey(asked.code)
  const consent = await findConsent(database, hash)
  // A member who leaves after this loses the code or access by a fact: see `grants.ts`.
  if (consent && !(await isStillGiven(consent))) return undefined
  return inTransaction(database, async (tx) => {
    const code = await useCode(tx, hash, codeSeconds)
    if (code?.keyId) await revokeKey(tx, code.keyId, { by: 'gateway', reason: 'its code was used twice' })
    if (!code || code.isUsed || code.isLate || !fits(code, asked)) return undefined
    const { accountId, siteId, clientName: name, clientId, clientHost, personId, rightsSince } = code
    await lockOpenAccount(tx, accountId)
    if (!(await mayAsk(tx, accountId, clientId))) return undefined
    await endAccesses(tx, await requirePlace(tx, { accountId, personId, clientId, name }), 'its client connected again')
    const client = auditName(clientId, clientHost)
    const order = { accountId, name, siteId, kind: 'lasting', seconds: accessSeconds, client } as const
    const { id: keyId, secret: access } = await issueKey(tx, order, code.actor)
    const token = newRefreshToken()
    const hashes = { family: hashOfKey(token.family), refresh: hashOfKey(token.secret) }
    await insertGrant(tx, { keyId, clientId, clientHost, ...hashes, personId, rightsSince })
    await storeKeyOfCode(tx, hash, keyId)
    return { access, refresh: textOfRefreshToken(token), seconds: accessSeconds }
  })
}

/** A client that leaves its redirect URI out is bound by the verifier alone, as OAuth 2.1 has it. A verifier needs a challenge (RFC 9700, section 4.8.2). */
function fits(code: Code, { clientId, redirectUri, verifier }: Exchange): boolean {
  const isItsUri = redirectUri === null ? verifier !== null : redirectUri === code.redirectUri
  const isVerified = code.challenge === '' ? verifier === null : isVerifierOf(verifier ?? '', code.challenge)
  return clientId === code.clientId && isItsUri && isVerified
}

/**
 * The next tokens for a refresh token; undefined if it is not valid. One that was used in the last ten seconds gives what its grant has
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

/** The grant's tokens of now, by its uses of the last ten seconds; undefined where the token's own use is longer ago. */
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

/** Replaces both tokens; keeps the salt while the use may be repeated. */
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

/** An unknown token changes nothing. */
export function revokeGrant(database: Database, token: string, clientId: string): Promise<void> {
  const family = hashOfKey(readRefreshToken(token)?.family ?? '')
  return inTransaction(database, async (tx) => {
    for (const keyId of await keysOfToken(tx, { family, access: hashOfKey(token), clientId }))
      await revokeKey(tx, keyId, { by: 'gateway', reason: 'by its client' })
  })
}
