import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Config } from './config.ts'
import { createFarewellStore } from './data/google/farewell-store.ts'
import { createGrantStore } from './data/google/grant-store.ts'
import { createPropertyStore } from './data/google/property-store.ts'
import { createStateStore } from './data/google/state-store.ts'
import type { SiteStore } from './data/sites/site-store.ts'
import { createGoogleAccess } from './handlers/google/access.ts'
import { connectionHandlers } from './handlers/google/connection.ts'
import { propertyHandlers } from './handlers/google/properties.ts'
import { startFarewells, startReseal } from './jobs/google-upkeep.ts'
import type { Google } from './providers/google/google.ts'
import { createTokenVault } from './token-vault.ts'

export type SearchConsoleConfig = Pick<Config, 'SEAL_KEYS' | 'CALLER_KEYS' | 'PUBLIC_URL'>

/** The search console: connections of accounts, properties of sites, and what is read there. */
export function createSearchConsole(
  { pool, clock, logger }: Pick<ServiceParts, 'pool' | 'clock' | 'logger'>,
  config: SearchConsoleConfig,
  google: Google | null,
  sites: SiteStore,
) {
  const vault = createTokenVault(config.SEAL_KEYS ?? config.CALLER_KEYS)
  const grants = createGrantStore(pool)
  const farewells = createFarewellStore(pool, vault)
  const access = google && createGoogleAccess({ grants, vault, tokens: google.tokens, clock })
  const upkeep = { grants, farewells, vault, revoke: google?.tokens.revoke ?? null, clock, logger }
  const [leaving, sealing] = [startFarewells(upkeep), startReseal(upkeep)]
  const common = { google, access, grants, sites, pageUrl: `${config.PUBLIC_URL}/search-console` }
  return {
    handlers: {
      ...connectionHandlers({
        ...{ ...common, states: createStateStore(pool), farewells, vault, clock },
        wakeFarewells: leaving.wake,
      }),
      ...propertyHandlers({ ...common, properties: createPropertyStore(pool) }),
    },
    /** A closed account's connection ends with it, at Google too. */
    end: farewells.end,
    background: {
      stop: async () => {
        await Promise.all([leaving.stop(), sealing.stop()])
      },
    },
  }
}
