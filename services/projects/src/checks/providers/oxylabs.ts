import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { googleLanguage } from '@rts/outside/languages'
import { googleDomain, googlePlace } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, questionList } from './adapter.ts'
import { assumedBlock, blocksOf, urlsIn } from './blocks.ts'
import { isRespelled, type ListedResult } from './organic.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'oxylabs'
const parsedWhole = 12_000

const variables = declareVariables('Rank checks', {
  OXYLABS_USER: secretVariable('OXYLABS_USER', 'needed by `oxylabs`: the API user, not that of the dashboard'),
  OXYLABS_PASSWORD: secretVariable('OXYLABS_USER', 'needed by `oxylabs`'),
  OXYLABS_BASE_URL: addressVariable('OXYLABS_USER', 'https://realtime.oxylabs.io', 'oxylabs'),
  OXYLABS_PAGE_USD: { schema: usd.default(0.0028), meaning: 'your price of ten results' },
})

const organic = z.looseObject({ url: z.string().nullish() }).transform(({ url, url_shown }): ListedResult => {
  return { url: url ?? null, shown: typeof url_shown === 'string' ? url_shown : null }
})
const contentSchema = z.looseObject({
  parse_status_code: z.number(),
  results: z.looseObject({
    organic: z.array(organic).nullish(),
    related_questions: z.looseObject({ items: questionList }).optional().catch(undefined),
    search_information: z
      .looseObject({ no_results_for_original_query_found: z.boolean().optional() })
      .optional()
      .catch(undefined),
  }),
})
const answerSchema = z.looseObject({
  results: z.tuple([z.looseObject({ status_code: z.number(), content: z.unknown() })]),
})

/** AI overviews need a rendered page, which costs more: whether there is one is unknown. */
const blockFields = {
  documented: { questions: 'related_questions' },
  assumed: {
    ad: 'paid',
    local: 'local_pack',
    video: 'videos',
    images: 'images',
    news: 'top_stories',
    shopping: ['pla', 'popular_products'],
    knowledge: 'knowledge',
    recipes: 'recipes',
    discussions: 'discussions_and_forums',
  },
} as const

function readBlocks(results: z.output<typeof contentSchema>['results']) {
  const snippets = urlsIn(results.featured_snippet)
  return blocksOf(results, blockFields, { snippet: assumedBlock({ isThere: snippets.length > 0, urls: snippets }) })
}

/** HTTP 200 proves nothing: the job has a status, and its parsing one of its own. */
function readPage(body: unknown): EnginePage | Failure {
  const answer = answerSchema.safeParse(body).data?.results[0]
  if (!answer) return failed(source, 'parse')
  if (answer.status_code !== 200) return failed(source, 'upstream')
  const { data: content } = contentSchema.safeParse(answer.content)
  if (content?.parse_status_code !== parsedWhole) return failed(source, 'parse')
  const { organic, related_questions, search_information } = content.results
  const saysEmpty = search_information?.no_results_for_original_query_found === true
  const questions = related_questions?.items ?? []
  const found = { listed: organic ?? [], saysEmpty, isRespelled: isRespelled(search_information), questions }
  return { ok: true, ...found, blocks: readBlocks(content.results), ended: false }
}

/** Oxylabs' Web Scraper API, source `google_search`: pages from 1, parsed by it. */
export const oxylabs = declareSerp({
  label: 'Oxylabs',
  variables,
  needs: ['OXYLABS_USER', 'OXYLABS_PASSWORD'],
  address: 'OXYLABS_BASE_URL',
  timeoutMs: 180_000,
  saysEmpty: true,
  create: paged((config) => ({
    source,
    address: config.OXYLABS_BASE_URL,
    pageUsd: config.OXYLABS_PAGE_USD,
    request: ({ phrase, country, language, device, location }, index) => {
      const place = googlePlace(country, location)
      const json = {
        source: 'google_search',
        query: phrase,
        domain: googleDomain(country).replace('google.', ''),
        locale: googleLanguage(language),
        ...(place && { geo_location: place }),
        user_agent_type: device,
        start_page: index + 1,
        pages: 1,
        context: [{ key: 'nfpr', value: true }],
        parse: true,
      }
      const pair = Buffer.from(`${config.OXYLABS_USER ?? ''}:${config.OXYLABS_PASSWORD ?? ''}`).toString('base64')
      return { path: '/v1/queries', headers: { authorization: `Basic ${pair}` }, json }
    },
    read: readPage,
  })),
})
