import { addressVariable, secret, secretVariable, usd } from '@rts/outside/config'
import { googleLanguage } from '@rts/outside/languages'
import { googleCountry, googlePlace, googleUule } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, linkedResult, questionList } from './adapter.ts'
import { assumedBlock, blocksOf, overviewOf, urlsIn } from './blocks.ts'
import { isRespelled } from './organic.ts'
import { type EnginePage, paged } from './paging.ts'
import type { SerpQuery } from './serp.ts'

const source = 'brightdata'
const pageSize = 10

const variables = declareVariables('Rank checks', {
  BRIGHTDATA_KEY: secretVariable('BRIGHTDATA_KEY', 'needed by `brightdata`'),
  BRIGHTDATA_ZONE: {
    schema: secret,
    meaning: 'needed by `brightdata`: the name of your SERP API zone',
    local: 'sandbox',
    unless: 'BRIGHTDATA_KEY',
  },
  BRIGHTDATA_BASE_URL: addressVariable('BRIGHTDATA_KEY', 'https://api.brightdata.com', 'brightdata'),
  BRIGHTDATA_PAGE_USD: { schema: usd.default(0.0015), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({
  /** Facts about the search, also on a page without results. */
  general: z.looseObject({}),
  organic: z.array(linkedResult).nullish(),
  people_also_ask: questionList,
})

const blockFields = {
  documented: {
    ad: ['top_ads', 'bottom_ads'],
    local: 'snack_pack',
    questions: 'people_also_ask',
    knowledge: 'knowledge',
    discussions: 'perspectives',
  },
  assumed: {
    video: ['videos', 'video'],
    images: 'images',
    news: 'top_stories',
    shopping: 'popular_products',
    recipes: 'recipes',
  },
} as const

function readBlocks(page: z.output<typeof pageSchema>) {
  const overview = overviewOf(page.ai_overview, 'references')
  const snippets = urlsIn(page.featured_snippets)
  return blocksOf(page, blockFields, {
    snippet: assumedBlock({ isThere: snippets.length > 0, urls: snippets }),
    overview: assumedBlock(overview),
  })
}

function readPage(body: unknown): EnginePage | Failure {
  const { data } = pageSchema.safeParse(body)
  if (!data) return failed(source, 'parse')
  const { organic: listed, people_also_ask: questions } = data
  const { query, detected_query: showing_results_for } = data.general
  const isOther = isRespelled({ query, showing_results_for })
  // Without a word about the spelling Google has cut the query.
  if (isOther && !data.spelling) return failed(source, 'suspect', { billed: true })
  const found = { listed: listed ?? [], isRespelled: isOther, questions }
  return { ok: true, ...found, blocks: readBlocks(data), ended: false }
}

/** The address of Google that Bright Data is to read; `brd_json` asks for its parts instead of HTML. */
function googleAddress({ phrase, country, language, device, location }: SerpQuery, index: number): string {
  const place = googlePlace(country, location)
  const query = new URLSearchParams({
    q: phrase,
    gl: googleCountry(country),
    hl: googleLanguage(language),
    ...(place && { uule: googleUule(place) }),
    ...(device === 'mobile' && { brd_mobile: '1' }),
    start: String(index * pageSize),
    nfpr: '1',
    brd_json: '1',
  })
  return `https://www.google.com/search?${query}`
}

/** Bright Data's SERP API: reads an address of Google and answers its parts. */
export const brightdata = declareSerp({
  label: 'Bright Data',
  variables,
  needs: ['BRIGHTDATA_KEY', 'BRIGHTDATA_ZONE'],
  address: 'BRIGHTDATA_BASE_URL',
  timeoutMs: 60_000,
  create: paged((config) => ({
    source,
    address: config.BRIGHTDATA_BASE_URL,
    pageUsd: config.BRIGHTDATA_PAGE_USD,
    request: (query, index) => ({
      path: '/request',
      headers: { authorization: `Bearer ${config.BRIGHTDATA_KEY ?? ''}` },
      json: { zone: config.BRIGHTDATA_ZONE, url: googleAddress(query, index), format: 'raw' },
    }),
    read: readPage,
  })),
})
