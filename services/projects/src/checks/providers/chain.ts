import { isSandbox } from '@rts/outside/config'
import { firstOf } from '@rts/outside/first-of'
import { createProviderHttp } from '@rts/outside/http'
import type { LinkDeps } from '@rts/outside/link'
import type { SerpConfig } from '../config.ts'
import type { AdapterDeps } from './adapter.ts'
import { createDataForSeoQueue } from './dataforseo-queue.ts'
import { type SerpProviderName, serpProviders } from './providers.ts'
import type { SerpQueue, SerpSource } from './serp.ts'

function adapterDeps(name: SerpProviderName, config: SerpConfig, { clock, logger, calls }: LinkDeps): AdapterDeps {
  const timeoutMs = config.SERP_TIMEOUT_MS ?? serpProviders[name].timeoutMs
  return { clock, http: createProviderHttp({ timeoutMs, clock, logger, calls }) }
}

/** The providers of `SERP_PROVIDERS` as one source, in that order: if one fails, the next is asked. */
export function createSerpSource(config: SerpConfig, deps: LinkDeps): SerpSource {
  const providers = config.SERP_PROVIDERS.map((name) =>
    serpProviders[name].create(config, adapterDeps(name, config, deps)),
  )
  return firstOf('serp', providers, deps)
}

/**
 * The most that the preferred provider charges for a live page, by its depth; null without a provider, in the sandbox, and where
 * prices are not shown.
 */
export function createPagePrice(config: SerpConfig, deps: LinkDeps): (depth: number) => number | null {
  const [name] = config.SERP_PROVIDERS
  if (name === undefined || !config.SERP_SHOW_PRICES || isSandbox(config, config[serpProviders[name].address]))
    return () => null
  const provider = serpProviders[name].create(config, adapterDeps(name, config, deps))
  const page = { phrase: '', country: 'us', language: 'en', device: 'desktop', location: null } as const
  return (depth) => provider.priceUsd({ ...page, depth })
}

/** The queue for `DATAFORSEO_MODE=queue`, otherwise null; the source above remains its live fallback. */
export function createSerpQueue(config: SerpConfig, deps: LinkDeps): SerpQueue | null {
  const isWanted = config.DATAFORSEO_MODE === 'queue' && config.SERP_PROVIDERS.includes('dataforseo')
  return isWanted ? createDataForSeoQueue(config, adapterDeps('dataforseo', config, deps)) : null
}
