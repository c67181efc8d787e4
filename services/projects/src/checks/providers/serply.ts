import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { googleLanguage } from '@rts/outside/languages'
import { googleCountry } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, linkedResult, questionList } from './adapter.ts'
import { blocksOf } from './blocks.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'serply'
const pageSize = 10
/** Where its proxies stand; a search from elsewhere would show another country's page. */
const countries = ['us', 'ca', 'ie', 'gb', 'fr', 'de', 'se', 'in', 'jp', 'kr', 'sg', 'au', 'br']

const variables = declareVariables('Rank checks', {
  SERPLY_KEY: secretVariable('SERPLY_KEY', 'needed by `serply`'),
  SERPLY_BASE_URL: addressVariable('SERPLY_KEY', 'https://api.serply.io', 'serply'),
  SERPLY_PAGE_USD: { schema: usd.default(0.002), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({ results: z.array(linkedResult), related_questions: questionList })

function readPage(body: unknown): EnginePage | Failure {
  const { data } = pageSchema.safeParse(body)
  if (!data) return failed(source, 'parse')
  const blocks = blocksOf(data, {
    documented: { ad: 'ads', questions: 'related_questions' },
    assumed: { local: 'places', images: 'image_results', shopping: 'shopping_ads', knowledge: 'knowledge_graph' },
  })
  return { ok: true, listed: data.results, questions: data.related_questions, blocks, ended: false }
}

/** Serply's Google search: ten results a page by `start`, in thirteen countries and no cities. */
export const serply = declareSerp({
  label: 'Serply',
  variables,
  needs: ['SERPLY_KEY'],
  address: 'SERPLY_BASE_URL',
  timeoutMs: 60_000,
  create: paged((config) => ({
    source,
    address: config.SERPLY_BASE_URL,
    pageUsd: config.SERPLY_PAGE_USD,
    request: ({ phrase, country, language, device, location }, index) => {
      if (location || !countries.includes(country)) return null
      const query = {
        q: phrase,
        gl: googleCountry(country),
        hl: googleLanguage(language),
        num: String(pageSize),
        start: String(index * pageSize),
      }
      const headers = {
        'x-api-key': config.SERPLY_KEY ?? '',
        'x-proxy-location': country.toUpperCase(),
        'x-user-agent': device,
      }
      return { path: '/v1/search', query, headers }
    },
    read: readPage,
  })),
})
