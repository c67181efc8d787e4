import { type Collects, createCollects } from '@rts/shared/collects/collects'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Config } from '../config.ts'
import type { SiteStore } from '../sites/sites.sql.ts'
import { createGoogleAccess } from './access.ts'
import { searchQueriesKind } from './collecting.ts'
import { connectionHandlers } from './connection.ts'
import { createFigureStore } from './figures.sql.ts'
import { figureHandlers } from './figures.ts'
import { createGrantStore } from './grants.sql.ts'
import { createPropertyStore } from './properties.sql.ts'
import { propertyHandlers } from './properties.ts'
import type { Google } from './providers/google.ts'
import { createQueryStore } from './queries.sql.ts'
import { queryHandlers } from './queries.ts'
import { createReadingStore } from './readings.sql.ts'
import { createFarewellStore } from './revocations.sql.ts'
import { startFarewells, startReadingSweep, startReseal } from './revocations.ts'
import { createStateStore } from './states.sql.ts'
import { createTokenVault } from './token-vault.ts'

export type SearchConsoleConfig = Pick<Config, 'SEAL_KEYS' | 'CALLER_KEYS' | 'PUBLIC_URL'>

/** Properties that are read at once, per replica. */
const readsAtOnce = 4

/** The search console: connections of accounts, properties of sites, and what is read there. */
export function createSearchConsole(
  parts: ServiceParts,
  config: SearchConsoleConfig,
  google: Google | null,
  sites: SiteStore,
) {
  const { pool, clock, logger } = parts
  const vault = createTokenVault(config.SEAL_KEYS ?? config.CALLER_KEYS)
  const grants = createGrantStore(pool)
  const farewells = createFarewellStore(pool, vault)
  const [properties, readings] = [createPropertyStore(pool), createReadingStore(pool)]
  const access = google && createGoogleAccess({ grants, vault, tokens: google.tokens, clock })
  const collects = collectsOf(parts)
  const kind = google && access && searchQueriesKind({ ...google, ask: access.ask, readings, properties, clock })
  const common = { google, access, grants, sites, pageUrl: `${config.PUBLIC_URL}/search-console` }
  const leaving = startFarewells({ farewells, vault, revoke: google?.tokens.revoke ?? null, clock, logger })
  const forget = (scope: string) => inTransaction(pool, (client) => collects.forget(client, scope))
  const background = [
    leaving,
    startReseal({ grants, vault, clock, logger }),
    startReadingSweep({ readings, forget, clock, logger }),
    collects.start(kind ? [kind] : []),
  ]
  const reading = { ...common, kind, collects, readings }
  const connecting = { ...common, states: createStateStore(pool), farewells, vault, clock, wakeFarewells: leaving.wake }
  return {
    handlers: {
      ...connectionHandlers(connecting),
      ...propertyHandlers({ ...common, properties }),
      ...queryHandlers({ ...reading, queries: createQueryStore(pool) }),
      ...figureHandlers({ ...reading, figures: createFigureStore(pool) }),
    },
    /** A closed account's connection ends with it, at Google too. */
    end: farewells.end,
    background: {
      stop: async () => {
        await Promise.all(background.map((running) => running.stop()))
      },
    },
  }
}

function collectsOf(parts: ServiceParts): Collects {
  const { pool, logger } = parts
  const quota = createRpcQuota(createRpcClient(parts))
  return createCollects({ service: 'projects', pool, logger, quota, lanes: { google: readsAtOnce } })
}
