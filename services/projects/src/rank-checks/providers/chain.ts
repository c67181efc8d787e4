import { firstOf } from '@rts/outside/first-of'
import { type CallLogger, createProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { SerpConfig } from '../config.ts'
import type { AdapterDeps } from './adapter.ts'
import { createDataForSeoQueue } from './dataforseo-queue.ts'
import { serpProviders } from './providers.ts'
import type { SerpQueue, SerpSource } from './serp.ts'

type Deps = { clock: Clock; logger: CallLogger }

function adapterDeps(config: SerpConfig, { clock, logger }: Deps): AdapterDeps {
  return { clock, http: createProviderHttp({ timeoutMs: config.SERP_TIMEOUT_MS, clock, logger }) }
}

/** The providers of `SERP_PROVIDERS` as one source, in that order: if one fails, the next is asked. */
export function createSerpSource(config: SerpConfig, deps: Deps): SerpSource {
  const providers = config.SERP_PROVIDERS.map((name) => serpProviders[name].create(config, adapterDeps(config, deps)))
  return firstOf('serp', providers, deps)
}

/** The queue for `DATAFORSEO_MODE=queue`, otherwise null; the source above remains its live fallback. */
export function createSerpQueue(config: SerpConfig, deps: Deps): SerpQueue | null {
  const isWanted = config.DATAFORSEO_MODE === 'queue' && config.SERP_PROVIDERS.includes('dataforseo')
  return isWanted ? createDataForSeoQueue(config, adapterDeps(config, deps)) : null
}
