import type { Clock } from '@rts/shared/clock'
import { readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { type SerpConfig, type SerpProviderName, serpProviderNames, serpVariables } from '../config.ts'
import type { CallLogger } from '../http.ts'
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

/** A clock that stands until it is moved. */
export function standingClock(start = '2026-11-21T10:00:00.000Z'): Clock & { pass(ms: number): void } {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    pass: (ms) => {
      now += ms
    },
  }
}

/** A logger that masks nothing, and everything that it was told. */
export function listeningLogger(): { logger: CallLogger; written: () => string } {
  const told: unknown[] = []
  const listen = (...parts: unknown[]) => void told.push(parts)
  return { logger: { debug: listen, warn: listen }, written: () => JSON.stringify(told) }
}

export function queryFor(phrase: string, over: Partial<SerpQuery> = {}): SerpQuery {
  return { phrase, country: 'us', language: 'en', device: 'desktop', depth: 100, ...over }
}
