import { createCollects } from '@rts/shared/collects/collects'
import { createRpcQuota } from '@rts/shared/collects/quota'
import type { Loop } from '@rts/shared/loops/loop'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { Config } from '../config.ts'
import type { Records } from '../database.sql.ts'
import { createGoogleAccess } from './access.ts'
import { searchQueriesKind } from './collecting.ts'
import { connectionHandlers } from './connection.ts'
import { propertyHandlers } from './properties.ts'
import type { Google } from './providers/google.ts'
import { queryHandlers } from './queries.ts'
import { figureHandlers } from './reading.ts'
import { createTokenVault } from './token-vault.ts'
import { endConnection, startReadingSweep, startReseal, startRevocations } from './upkeep.ts'

export { googleArea, googleProbe } from './probe.ts'
export { createGoogle, type Google } from './providers/google.ts'

export type SearchConsoleConfig = Pick<Config, 'SEAL_KEYS' | 'PUBLIC_URL'>

const readsAtOnce = 4

export function createSearchConsole(
  parts: ServiceParts & { records: Records },
  config: SearchConsoleConfig,
  google: Google | null,
) {
  const { pool: db, records, clock, logger } = parts
  const vault = createTokenVault(config.SEAL_KEYS)
  const access = google && createGoogleAccess({ db, vault, tokens: google.tokens, clock })
  const quota = createRpcQuota(createRpcClient(parts))
  const lanes = { google: readsAtOnce }
  const isFrozen = async (id: string) =>
    (await records.site.findUnique({ where: { id }, select: { frozen: true } }))?.frozen ?? false
  const collects = createCollects({ service: 'projects', pool: db, logger, quota, isFrozen, lanes })
  const kind = google && access && searchQueriesKind({ ...google, db, records, ask: access.ask, clock })
  let revocations: Loop | undefined
  const deleteReadings = (scope: string) => inTransaction(db, (tx) => collects.deleteReadings(tx, scope))
  const common = { db, records, google, access, pageUrl: `${config.PUBLIC_URL}/search-console` }
  const reading = { ...common, kind, collects }
  return {
    handlers: {
      ...connectionHandlers({ ...common, vault, clock, wakeRevocations: () => revocations?.wake() }),
      ...propertyHandlers(common),
      ...queryHandlers(reading),
      ...figureHandlers(reading),
    },
    /** A closed account's connection ends with it, at Google too. */
    end: (tx: Transaction, accountId: string, now: Date) => endConnection(tx, vault, accountId, now),
    background: () => {
      revocations = startRevocations({ db, records, vault, revoke: google?.tokens.revoke ?? null, clock, logger })
      return [
        collects.listen(),
        revocations,
        startReseal({ db, records, vault, clock, logger }),
        startReadingSweep({ db, records, deleteReadings, clock, logger }),
      ]
    },
    work: () => collects.work(kind ? [kind] : []),
  }
}
