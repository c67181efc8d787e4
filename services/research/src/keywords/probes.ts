import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import { checkedPlace } from '@rts/outside/checks/locale'
import { type Probe, probeOf } from '@rts/outside/checks/probe'
import type { ProviderHttp } from '@rts/outside/http'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { type KeywordConfig, type KeywordProviderName, keywordNeeds, keywordProviderNames } from './config.ts'
import { createAutocomplete } from './providers/autocomplete.ts'
import { createLabsIdeas, createLabsOverview, createLabsRanked } from './providers/dataforseo-labs.ts'
import { createSearchVolume } from './providers/dataforseo-volume.ts'
import { createGoogleAds } from './providers/google-ads.ts'

const phrase = 'coffee'
const domain = 'wikipedia.org'
/** A queue's tag; close variants, if any. */
const mayLack = ['tasks[].data.tag', 'results[].closeVariants']
const where = 'in the United States, in English'

export function keywordArea(config: KeywordConfig): ProviderArea {
  const addresses = {
    dataforseo: config.DATAFORSEO_BASE_URL,
    google_ads: config.GOOGLE_ADS_BASE_URL,
    autocomplete: config.AUTOCOMPLETE_BASE_URL,
  }
  return areaOf(config, {
    area: 'keyword data',
    variable: 'KEYWORD_PROVIDERS',
    on: config.KEYWORD_PROVIDERS,
    known: keywordProviderNames,
    needsOf: (provider) => keywordNeeds[provider],
    addressOf: (provider) => addresses[provider],
  })
}

export function keywordProbes(
  config: KeywordConfig,
  { clock, logger }: Pick<ServiceParts, 'clock' | 'logger'>,
): Probe[] {
  const made = (http: ProviderHttp) => ({ config, http, clock, logger })
  const of = (provider: KeywordProviderName) => ({ provider, isSet: config.KEYWORD_PROVIDERS.includes(provider) })
  const ideas = {
    capability: 'keyword ideas',
    asks: `one idea around “${phrase}” ${where}`,
    query: { phrases: [phrase], limit: 1, ...checkedPlace },
    rowsOf: (rows: readonly unknown[]) => rows.length,
  }
  const volume = {
    capability: 'search volume',
    asks: `the searches of “${phrase}” ${where}`,
    query: { phrases: [phrase], ...checkedPlace },
    rowsOf: (rows: readonly unknown[]) => rows.length,
  }
  const probes = [
    probeOf({ ...of('dataforseo'), ...ideas, create: (http) => createLabsIdeas(made(http)) }),
    probeOf({ ...of('dataforseo'), ...volume, create: (http) => createSearchVolume(made(http)) }),
    probeOf({
      ...of('dataforseo'),
      capability: 'ranked keywords',
      asks: `one phrase that ${domain} ranks for ${where}`,
      create: (http) => createLabsRanked(made(http)),
      query: { domain, limit: 1, ...checkedPlace },
      rowsOf: ({ rows }) => rows.length,
    }),
    probeOf({
      ...of('dataforseo'),
      capability: 'traffic',
      asks: `the traffic of ${domain} ${where}`,
      create: (http) => createLabsOverview(made(http)),
      query: { domain, ...checkedPlace },
      rowsOf: ({ keywords }) => keywords,
    }),
    probeOf({ ...of('google_ads'), ...ideas, create: (http) => createGoogleAds(made(http)).ideas }),
    probeOf({ ...of('google_ads'), ...volume, create: (http) => createGoogleAds(made(http)).metrics }),
    probeOf({
      ...of('autocomplete'),
      ...ideas,
      // A single seed would be 27 calls.
      asks: `proposals for “${phrase}” and “tea” ${where}`,
      query: { phrases: [phrase, 'tea'], limit: 10, ...checkedPlace },
      create: (http) => createAutocomplete(made(http)),
    }),
  ]
  return probes.map((probe) => ({ ...probe, mayLack }))
}
