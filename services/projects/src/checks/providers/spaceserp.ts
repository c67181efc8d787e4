import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { googleDomain } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, googleQuery, linkedResult, questionList } from './adapter.ts'
import { blocksOf } from './blocks.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'spaceserp'

const variables = declareVariables('Rank checks', {
  SPACESERP_KEY: secretVariable('SPACESERP_KEY', 'needed by `spaceserp`'),
  SPACESERP_BASE_URL: addressVariable('SPACESERP_KEY', 'https://api.spaceserp.com', 'spaceserp'),
  SPACESERP_PAGE_USD: { schema: usd.default(0.002), meaning: 'your price of ten results' },
})

// The list is asked for by name: without it the answer is not a results page.
const pageSchema = z.looseObject({ organic_results: z.array(linkedResult), people_also_ask: questionList })

function readPage(body: unknown): EnginePage | Failure {
  const { data } = pageSchema.safeParse(body)
  if (!data) return failed(source, 'parse')
  // Only what is asked for by name (`resultBlocks`) is known.
  const blocks = blocksOf(data, { documented: { questions: 'people_also_ask' } })
  return { ok: true, listed: data.organic_results, questions: data.people_also_ask, blocks, ended: false }
}

/** SpaceSerp's Google search: pages from 1; nothing says which is the last. */
export const spaceserp = declareSerp({
  label: 'SpaceSerp',
  variables,
  needs: ['SPACESERP_KEY'],
  address: 'SPACESERP_BASE_URL',
  timeoutMs: 60_000,
  create: paged((config) => ({
    source,
    address: config.SPACESERP_BASE_URL,
    pageUsd: config.SPACESERP_PAGE_USD,
    request: (asked, index) => {
      const query = {
        apiKey: config.SPACESERP_KEY ?? '',
        ...googleQuery(asked),
        domain: googleDomain(asked.country),
        device: asked.device,
        pageSize: '10',
        pageNumber: String(index + 1),
        resultFormat: 'json',
        resultBlocks: 'organic_results,people_also_ask',
      }
      return { path: '/google/search', query }
    },
    read: readPage,
  })),
})
