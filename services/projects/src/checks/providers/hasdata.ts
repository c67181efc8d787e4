import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, googleQuery, linkedResult, questionList } from './adapter.ts'
import { assumedBlock, blocksOf, overviewOf } from './blocks.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'hasdata'
const pageSize = 10

const variables = declareVariables('Rank checks', {
  HASDATA_KEY: secretVariable('HASDATA_KEY', 'needed by `hasdata`'),
  HASDATA_BASE_URL: addressVariable('HASDATA_KEY', 'https://api.hasdata.com', 'hasdata'),
  HASDATA_PAGE_USD: { schema: usd.default(0.0025), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({
  requestMetadata: z.looseObject({ status: z.string() }),
  organicResults: z.array(linkedResult).nullish(),
  relatedQuestions: questionList,
})

const blockFields = {
  documented: { questions: 'relatedQuestions' },
  assumed: {
    ad: 'adResults',
    local: 'localResults',
    knowledge: 'knowledgeGraph',
    video: 'inlineVideos',
    images: 'inlineImages',
    news: 'topStories',
    ai_overview: 'aiOverview',
  },
} as const

function readBlocks(page: z.output<typeof pageSchema>) {
  const overview = overviewOf(page.aiOverview, 'references')
  return blocksOf(page, blockFields, { overview: assumedBlock(overview) })
}

function readPage(body: unknown): EnginePage | Failure {
  const { data } = pageSchema.safeParse(body)
  if (!data) return failed(source, 'parse')
  // HTTP 200 says nothing by itself.
  if (data.requestMetadata.status !== 'ok') return failed(source, 'upstream')
  const { organicResults: listed, relatedQuestions: questions } = data
  return { ok: true, listed: listed ?? [], questions, blocks: readBlocks(data), ended: false }
}

/** HasData's Google search: ten results a page by `start`. A call that is given up within its 300 seconds is charged. */
export const hasdata = declareSerp({
  label: 'HasData',
  variables,
  needs: ['HASDATA_KEY'],
  address: 'HASDATA_BASE_URL',
  timeoutMs: 120_000,
  create: paged((config) => ({
    source,
    address: config.HASDATA_BASE_URL,
    pageUsd: config.HASDATA_PAGE_USD,
    request: (asked, index) => {
      const query = {
        ...googleQuery(asked),
        deviceType: asked.device,
        start: String(index * pageSize),
        num: String(pageSize),
        nfpr: '1',
      }
      const headers = { 'x-api-key': config.HASDATA_KEY ?? '' }
      return { path: '/scrape/google/serp', query, headers }
    },
    read: readPage,
    // A bad key is 401; 403 is an empty balance.
    meaningOf: ({ status }) => (status === 403 ? 'quota' : null),
  })),
})
