import { callProvider } from '@rts/outside/call'
import { addressVariable, isSandbox, secretVariable, usd } from '@rts/outside/config'
import { googleLanguage } from '@rts/outside/languages'
import { googleCountry } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { type AdapterDeps, declareSerp, linkedResult, type OwnConfig, questionList } from './adapter.ts'
import { collectPages, type EnginePage, pagesPrice } from './paging.ts'
import type { SerpQuery, SerpSource } from './serp.ts'

const source = 'valueserp'
const pageSize = 10

const variables = declareVariables('Rank checks', {
  VALUESERP_KEY: secretVariable('VALUESERP_KEY', 'needed by `valueserp`'),
  VALUESERP_BASE_URL: addressVariable('VALUESERP_KEY', 'https://api.valueserp.com', 'valueserp'),
  VALUESERP_PAGE_USD: { schema: usd.default(0.0025), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({
  request_info: z.looseObject({ success: z.boolean(), message: z.string().nullish() }),
  organic_results: z.array(linkedResult).nullish(),
  related_questions: questionList,
  pagination: z.looseObject({ next: z.unknown().optional() }).nullish().catch(undefined),
})

function kindOfMessage(message: string): FailureKind {
  if (/api key/i.test(message)) return 'auth'
  return /credits|payment/i.test(message) ? 'quota' : 'upstream'
}

function readPage(body: unknown): EnginePage | Failure {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) return failed(source, 'parse')
  const { request_info, organic_results, related_questions: questions, pagination } = parsed.data
  if (!request_info.success) return failed(source, kindOfMessage(request_info.message ?? ''))
  // The list is missing if there are no results.
  const listed = organic_results ?? []
  const ended = pagination != null && !pagination.next && listed.length < pageSize
  return { ok: true, listed, questions, ended }
}

/** ValueSERP's Google search: pages from 1; its errors are in `request_info`. */
function createValueSerp(config: OwnConfig<typeof variables>, { http, clock }: AdapterDeps): SerpSource {
  const origin = {
    source,
    sandbox: isSandbox(config, config.VALUESERP_BASE_URL),
    clock,
    pageUsd: config.VALUESERP_PAGE_USD,
  }
  async function fetchPage(query: SerpQuery, index: number, signal?: AbortSignal): Promise<EnginePage | Failure> {
    const parameters = {
      api_key: config.VALUESERP_KEY ?? '',
      q: query.phrase,
      gl: googleCountry(query.country),
      hl: googleLanguage(query.language),
      device: query.device,
      page: String(index + 1),
      num: String(pageSize),
      output: 'json',
    }
    const request = { provider: source, url: `${config.VALUESERP_BASE_URL}/search`, query: parameters, signal }
    const answer = await callProvider(http, request)
    return answer.ok ? readPage(answer.body) : answer
  }
  return {
    source,
    priceUsd: (query) => pagesPrice(query, origin.pageUsd),
    ask: (query, signal) => collectPages(query, origin, (index) => fetchPage(query, index, signal)),
  }
}

export const valueserp = declareSerp({
  label: 'ValueSERP',
  variables,
  needs: ['VALUESERP_KEY'],
  address: 'VALUESERP_BASE_URL',
  create: createValueSerp,
})
