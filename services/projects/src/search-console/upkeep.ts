import { randomUUID } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import {
  claimNext,
  deleteGrant,
  deleteRevocation,
  insertRevocation,
  sealedUnderOtherKeys,
  storeReseal,
} from './grants.sql.ts'
import { breakGrant } from './grants.ts'
import { deleteOldReadings, listUnreadScopes } from './readings.sql.ts'
import type { TokenVault } from './token-vault.ts'

type UpkeepDeps = { db: Database; records: Records; clock: Clock; logger: Logger }

const hourMs = 3_600_000

/** Seals again the tokens that an older key has sealed; a token whose key is lost ends its connection. */
export function startReseal({ db, records, vault, clock, logger }: UpkeepDeps & { vault: TokenVault }): Loop {
  return startLoop({
    pollMs: hourMs,
    onError: (error) => logger.warn({ err: error }, 'tokens could not be sealed again'),
    round: async () => {
      for await (const grant of sealedUnderOtherKeys(db, vault.keyId)) {
        const token = vault.open('grant', grant.accountId, grant.refreshSealed)
        if (token === null) await inTransaction(db, (tx) => breakGrant(tx, grant, 'unreadable', clock.now()))
        else await storeReseal(records, grant, vault.seal('grant', grant.accountId, token))
      }
      return false
    },
  })
}

export function startReadingSweep({
  db,
  records,
  deleteReadings,
  clock,
  logger,
}: UpkeepDeps & { deleteReadings(scope: string): Promise<unknown> }): Loop {
  let after = ''
  return startLoop({
    pollMs: hourMs,
    onError: (error) => logger.warn({ err: error }, 'old readings of the search console could not be deleted'),
    round: async () => {
      if (after === '') await deleteOldReadings(records, clock.now())
      const { scopes, next } = await listUnreadScopes(db, after)
      for (const scope of scopes) await deleteReadings(scope)
      after = next
      return after !== ''
    },
  })
}

type RevocationDeps = {
  db: Database
  records: Records
  vault: TokenVault
  /** Null where there is no client to revoke with. */
  revoke: ((token: string) => Promise<boolean>) | null
  clock: Clock
  logger: Logger
}

/** The end of an account wakes no loop. */
const pollMs = 10_000

/** Ends an account's connection, whose token Google is then to revoke; answers whether there was one. */
export async function endConnection(tx: Transaction, vault: TokenVault, accountId: string, now: Date) {
  const grant = await deleteGrant(tx, accountId)
  if (!grant) return false
  // Google has forgotten the token of a broken grant already.
  const token = grant.status === 'active' ? vault.open('grant', accountId, grant.refreshSealed) : null
  if (token === null) return true
  const id = randomUUID()
  await insertRevocation(tx, { id, googleSub: grant.googleSub, tokenSealed: vault.seal('revocation', id, token) }, now)
  return true
}

/** Asks Google to revoke the tokens of ended connections; as often as five times, then it is left to the person, who can do it at Google. */
export function startRevocations({ db, records, vault, revoke, clock, logger }: RevocationDeps): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'Google was not asked to revoke a token'),
    round: async () => {
      const revocation = revoke ? await claimNext(db, clock.now()) : undefined
      if (!revocation || !revoke) return false
      const token = vault.open('revocation', revocation.id, revocation.tokenSealed)
      if (token === null || (await revoke(token))) await deleteRevocation(records, revocation.id)
      return true
    },
  })
}
