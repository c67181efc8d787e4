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

const source = 'serpapi'
const pageSize = 10

const variables = declareVariables('Rank checks', {
  SERPAPI_KEY: secretVariable('SERPAPI_KEY', 'needed by `serpapi`'),
  SERPAPI_BASE_URL: addressVariable('SERPAPI_KEY', 'https://serpapi.com', 'serpapi'),
  SERPAPI_PAGE_USD: { schema: usd.default(0.015), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({
  search_metadata: z.looseObject({ status: z.string() }),
  error: z.string().nullish(),
  search_information: z.looseObject({ organic_results_state: z.string().nullish() }).nullish(),
  organic_results: z.array(linkedResult).nullish(),
  related_questions: questionList,
  serpapi_pagination: z.looseObject({ next: z.string().nullish() }).nullish(),
})
const errorSchema = z.looseObject({ error: z.string() })

function kindOfText(text: string): FailureKind | null {
  if (/run out of searches/i.test(text)) return 'quota'
  return /api key/i.test(text) ? 'auth' : null
}

/** 429 means either "too fast" or "out of searches"; the text decides. */
function kindOfRefusal({ body }: { body: unknown }): FailureKind | null {
  const parsed = errorSchema.safeParse(body)
  return parsed.success ? kindOfText(parsed.data.error) : null
}

/** A page without results was either empty (a Success with a note) or unreadable to SerpApi. */
function emptyPage(page: z.output<typeof pageSchema>): EnginePage | Failure {
  const state = page.search_information?.organic_results_state
  const saysEmpty = /hasn't returned any results/i.test(page.error ?? '') || /empty/i.test(state ?? '')
  if (page.error && !saysEmpty) return failed(source, kindOfText(page.error) ?? 'upstream')
  if (state && !saysEmpty && !page.organic_results) return failed(source, 'parse')
  return { ok: true, listed: [], questions: page.related_questions, ended: true }
}

function readPage(body: unknown): EnginePage | Failure {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) {
    const error = errorSchema.safeParse(body)
    return failed(source, error.success ? (kindOfText(error.data.error) ?? 'upstream') : 'parse')
  }
  const { search_metadata, organic_results: listed, serpapi_pagination: pagination } = parsed.data
  if (search_metadata.status === 'Error' || search_metadata.status === 'Processing') return failed(source, 'upstream')
  if (search_metadata.status !== 'Success') return failed(source, 'parse')
  if (!listed || listed.length === 0) return emptyPage(parsed.data)
  // Full pages can lack the next link: only a short page without one is certainly the last.
  const ended = pagination != null && !pagination.next && listed.length < pageSize
  return { ok: true, listed, questions: parsed.data.related_questions, ended }
}

/** SerpApi's Google search: ten results a page by `start`; its positions restart on each page and are not used. */
function createSerpapi(config: OwnConfig<typeof variables>, { http, clock }: AdapterDeps): SerpSource {
  const origin = {
    source,
    sandbox: isSandbox(config, config.SERPAPI_BASE_URL),
    clock,
    pageUsd: config.SERPAPI_PAGE_USD,
  }
  async function fetchPage(query: SerpQuery, index: number, signal?: AbortSignal): Promise<EnginePage | Failure> {
    const parameters = {
      engine: 'google',
      q: query.phrase,
      gl: googleCountry(query.country),
      hl: googleLanguage(query.language),
      device: query.device,
      start: String(index * pageSize),
      output: 'json',
      api_key: config.SERPAPI_KEY ?? '',
    }
    const request = { provider: source, url: `${config.SERPAPI_BASE_URL}/search`, query: parameters, signal }
    const answer = await callProvider(http, request, kindOfRefusal)
    return answer.ok ? readPage(answer.body) : answer
  }
  return {
    source,
    priceUsd: (query) => pagesPrice(query, origin.pageUsd),
    ask: (query, signal) => collectPages(query, origin, (index) => fetchPage(query, index, signal)),
  }
}

export const serpapi = declareSerp({
  label: 'SerpApi',
  variables,
  needs: ['SERPAPI_KEY'],
  address: 'SERPAPI_BASE_URL',
  create: createSerpapi,
})
