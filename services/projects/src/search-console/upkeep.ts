import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { sealedUnderOtherKeys, storeReseal } from './grants.sql.ts'
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
