import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import { type Probe, probeOf } from '@rts/outside/checks/probe'
import { isSandbox } from '@rts/outside/config'
import type { ProviderHttp } from '@rts/outside/http'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { KeywordConfig } from '../keywords/config.ts'
import { type LinkConfig, linkNeeds, linkProviderNames } from './config.ts'
import { createBing } from './providers/bing.ts'
import { createDataForSeoLinks } from './providers/dataforseo.ts'
import { createOpenPageRank } from './providers/openpagerank.ts'

const domain = 'wikipedia.org'

export function linkArea(config: LinkConfig & KeywordConfig): ProviderArea {
  const addresses = { dataforseo: config.DATAFORSEO_BASE_URL, bing: config.BING_BASE_URL }
  return areaOf(config, {
    area: 'links',
    variable: 'BACKLINK_PROVIDERS',
    on: config.BACKLINK_PROVIDERS,
    known: linkProviderNames,
    needsOf: (provider) => linkNeeds[provider],
    addressOf: (provider) => addresses[provider],
  })
}

/** A page of links, a foreign site, and one domain's authority. */
export function linkProbes(config: LinkConfig & KeywordConfig, { clock }: Pick<ServiceParts, 'clock'>): Probe[] {
  const made = (http: ProviderHttp, address: string) => ({ http, clock, sandbox: isSandbox(config, address) })
  return [
    probeOf({
      provider: 'dataforseo',
      capability: 'backlinks',
      isSet: config.BACKLINK_PROVIDERS.includes('dataforseo'),
      asks: `a page of links to ${domain}`,
      create: (http) =>
        createDataForSeoLinks({ ...config, BACKLINKS_PAGES: 1 }, made(http, config.DATAFORSEO_BASE_URL)),
      query: { domain },
      rowsOf: (rows) => rows.length,
      // A queue's tag, and the next page, if any.
      mayLack: ['tasks[].data.tag', 'tasks[].result[].search_after_token'],
    }),
    probeOf({
      provider: 'bing',
      capability: 'backlinks',
      isSet: config.BACKLINK_PROVIDERS.includes('bing'),
      asks: `links to ${domain}, which is not yours: free, and only the key is looked at`,
      create: (http) => createBing(config, made(http, config.BING_BASE_URL)),
      query: { domain },
      rowsOf: (rows) => rows.length,
      expects: 'unsupported',
    }),
    probeOf({
      provider: 'openpagerank',
      capability: 'authority',
      isSet: config.OPENPAGERANK_KEY !== undefined,
      asks: `the authority of ${domain}`,
      create: (http) => createOpenPageRank(config, made(http, config.OPENPAGERANK_BASE_URL)),
      query: [domain],
      rowsOf: (known) => known.size,
    }),
  ]
}
