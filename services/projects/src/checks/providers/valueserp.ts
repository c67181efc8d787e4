import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { googleDomain } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, googleQuery, linkedResult, questionList } from './adapter.ts'
import { blocksOf } from './blocks.ts'
import { isRespelled } from './organic.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'valueserp'
const pageSize = 10

const variables = declareVariables('Rank checks', {
  VALUESERP_KEY: secretVariable('VALUESERP_KEY', 'needed by `valueserp`'),
  VALUESERP_BASE_URL: addressVariable('VALUESERP_KEY', 'https://api.valueserp.com', 'valueserp'),
  VALUESERP_PAGE_USD: { schema: usd.default(0.0025), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({
  request_info: z.looseObject({ success: z.boolean(), message: z.string().nullish() }),
  search_information: z
    .looseObject({ original_query_yields_zero_results: z.boolean().optional() })
    .optional()
    .catch(undefined),
  organic_results: z.array(linkedResult).nullish(),
  related_questions: questionList,
  pagination: z.looseObject({ next: z.unknown().optional() }).nullish().catch(undefined),
})

/** Its AI overviews are to be asked for, and cost more: whether there is one is unknown. */
const blockFields = {
  documented: { questions: 'related_questions' },
  assumed: {
    ad: 'ads',
    local: 'local_results',
    video: 'inline_videos',
    images: 'inline_images',
    news: 'top_stories',
    knowledge: 'knowledge_graph',
  },
} as const

function kindOfMessage(message: string): FailureKind {
  if (/api key/i.test(message)) return 'auth'
  return /credits|payment/i.test(message) ? 'quota' : 'upstream'
}

function readPage(body: unknown): EnginePage | Failure {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) return failed(source, 'parse')
  const { request_info, search_information, organic_results, related_questions: questions, pagination } = parsed.data
  if (!request_info.success) return failed(source, kindOfMessage(request_info.message ?? ''))
  // The list is missing if there are no results, and if they were withheld.
  const listed = organic_results ?? []
  const saysEmpty = search_information?.original_query_yields_zero_results === true
  const ended = pagination != null && !pagination.next && listed.length < pageSize
  const blocks = blocksOf(parsed.data, blockFields)
  return { ok: true, listed, saysEmpty, isRespelled: isRespelled(search_information), questions, blocks, ended }
}

/** ValueSERP's Google search: pages from 1; its errors are in `request_info`. */
export const valueserp = declareSerp({
  label: 'ValueSERP',
  variables,
  needs: ['VALUESERP_KEY'],
  address: 'VALUESERP_BASE_URL',
  timeoutMs: 15_000,
  saysEmpty: true,
  create: paged((config) => ({
    source,
    address: config.VALUESERP_BASE_URL,
    pageUsd: config.VALUESERP_PAGE_USD,
    request: (asked, index) => {
      const query = {
        api_key: config.VALUESERP_KEY ?? '',
        ...googleQuery(asked),
        google_domain: googleDomain(asked.country),
        device: asked.device,
        page: String(index + 1),
        num: String(pageSize),
        nfpr: '1',
        output: 'json',
      }
      return { path: '/search', query }
    },
    read: readPage,
  })),
})
