import { readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { type SerpConfig, type SerpProviderName, serpProviderNames, serpVariables } from '../../config.ts'
import type { SerpQuery } from '../serp.ts'

export const canary = 'canary-key-5f1d'

/** The configuration with every provider under `baseUrl`, below its own name, and the canary as every secret. */
export function settingAt(baseUrl: string, over: Record<string, string> = {}): SerpConfig {
  const secrets = {
    DATAFORSEO_LOGIN: 'me',
    DATAFORSEO_PASSWORD: canary,
    SERPAPI_KEY: canary,
    SERPER_KEY: canary,
    VALUESERP_KEY: canary,
  }
  const bases = Object.fromEntries(
    serpProviderNames.map((name) => [`${name.toUpperCase()}_BASE_URL`, `${baseUrl}/${name}`]),
  )
  return readConfig(z.object(serpVariables), { ...secrets, ...bases, ...over })
}

export function providersList(...names: SerpProviderName[]): Record<string, string> {
  return { SERP_PROVIDERS: names.join(',') }
}

export function queryFor(phrase: string, over: Partial<SerpQuery> = {}): SerpQuery {
  return { phrase, country: 'us', language: 'en', device: 'desktop', depth: 100, ...over }
}
