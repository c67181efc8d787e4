import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import { checkedPlace } from '@rts/outside/checks/locale'
import { type Probe, probeOf } from '@rts/outside/checks/probe'
import type { Clock } from '@rts/shared/clock'
import type { SerpConfig } from './config.ts'
import { type SerpProviderName, serpProviderNames, serpProviders } from './providers/providers.ts'

const query = { phrase: 'coffee', ...checkedPlace, device: 'desktop', location: null, depth: 10 } as const

/** Where each provider lists its results, and the fields in which some of them have the host that a page shows. */
const lists = ['organic_results[]', 'organicResults[]', 'organic[]', 'results[]']
const shownHosts = ['domain', 'displayed_link', 'displayedLink', 'display_link']

/** Questions are on some pages alone, a next page and an error in some answers; SearXNG writes one engine or several. */
const mayLack = [
  ...lists.flatMap((list) => shownHosts.map((field) => `${list}.${field}`)),
  'peopleAlsoAsk',
  'related_questions',
  'relatedQuestions',
  'people_also_ask',
  'results[].content.results.related_questions',
  'pagination',
  'pagination.next',
  'serpapi_pagination',
  'serpapi_pagination.next',
  'error',
  'request_info.message',
  'search_information.organic_results_state',
  'search_information.query',
  'search_information.showing_results_for',
  'unresponsive_engines',
  'results[].engine',
  'results[].engines',
  // A queue's own mark, and what boxes beside the results have.
  'tasks[].data.tag',
  'tasks[].result[].items[].items',
  'tasks[].result[].items[].items[].title',
  // A block is a list or has one, and an address under one of several names.
  'tasks[].result[].items[].link',
  'knowledge_graph.items',
  'knowledgeGraph.items',
  'results[].content.results.featured_snippet[].link',
]

export function serpArea(config: SerpConfig): ProviderArea {
  return areaOf(config, {
    area: 'results pages',
    variable: 'SERP_PROVIDERS',
    on: config.SERP_PROVIDERS,
    known: serpProviderNames,
    needsOf: (provider) => serpProviders[provider].needs,
    addressOf: (provider) => config[serpProviders[provider].address],
  })
}

/** Whether its word for a search without results is known: docs/product/positions.md. */
function emptyWord(provider: SerpProviderName): string {
  return serpProviders[provider].saysEmpty ? '' : '; it has no word for a search without results'
}

export function serpProbes(config: SerpConfig, clock: Clock): Probe[] {
  return serpProviderNames.map((provider) =>
    probeOf({
      provider,
      capability: 'results page',
      isSet: config.SERP_PROVIDERS.includes(provider),
      asks: `“${query.phrase}” in the United States, in English, on a computer: ten results${emptyWord(provider)}`,
      create: (http) => serpProviders[provider].create(config, { http, clock }),
      query,
      rowsOf: ({ organic }) => organic.length,
      mayLack,
    }),
  )
}
