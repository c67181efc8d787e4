import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { hashOfKey, revokeKey } from '../keys/keys.ts'
import { consentHandlers, deleteCodesAfterLoss } from './consents.ts'
import { exchangeCode } from './exchange.ts'
import { keysOfToken } from './grants.sql.ts'
import { refreshTokens } from './refresh.ts'
import { readRefreshToken } from './rules/tokens.ts'

export type { Tokens } from './rules/tokens.ts'

/** Accesses of clients that people connected: a lasting key each, whose secret is the access token of the hour. */
export function createGrants(database: Database) {
  return {
    handlers: consentHandlers(database),
    teamChanged: deleteCodesAfterLoss,
    exchange: (asked: Parameters<typeof exchangeCode>[1]) => exchangeCode(database, asked),
    refresh: (token: string, clientId: string) => refreshTokens(database, token, clientId),
    revoke: (token: string, clientId: string) => revokeGrant(database, token, clientId),
  }
}
export type Grants = ReturnType<typeof createGrants>

/** Ends the grant of a client by one of its tokens. An unknown token changes nothing. */
function revokeGrant(database: Database, token: string, clientId: string): Promise<void> {
  const family = hashOfKey(readRefreshToken(token)?.family ?? '')
  return inTransaction(database, async (tx) => {
    for (const keyId of await keysOfToken(tx, { family, access: hashOfKey(token), clientId }))
      await revokeKey(tx, keyId, { by: 'gateway', reason: 'by its client' })
  })
}
