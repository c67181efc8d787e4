import { readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { type SerpConfig, serpVariables } from '../../config.ts'
import { type SerpProviderName, serpProviders } from '../providers.ts'
import type { SerpQuery } from '../serp.ts'

export const canary = 'canary-key-5f1d'

/** The configuration with every provider under `baseUrl`, below its own name, and the canary as every secret. */
export function settingAt(baseUrl: string, over: Record<string, string> = {}): SerpConfig {
  const names = Object.values(serpProviders).flatMap(({ needs }) => needs)
  const secrets = Object.fromEntries(names.map((name) => [name, canary]))
  const bases = Object.entries(serpProviders).map(([name, { address }]) => [address, `${baseUrl}/${name}`])
  const given = { ...secrets, DATAFORSEO_LOGIN: 'me', ...Object.fromEntries(bases), ...over }
  return readConfig(z.object(serpVariables), given)
}

export function providersList(...names: SerpProviderName[]): Record<string, string> {
  return { SERP_PROVIDERS: names.join(',') }
}

export function queryFor(phrase: string, over: Partial<SerpQuery> = {}): SerpQuery {
  return { phrase, country: 'us', language: 'en', device: 'desktop', location: null, depth: 100, ...over }
}
