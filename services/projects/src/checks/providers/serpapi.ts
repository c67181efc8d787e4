import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { googleDomain } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, googleQuery, linkedResult, questionList } from './adapter.ts'
import { blocksOf, isFilled, overviewOf, urlsIn } from './blocks.ts'
import { isRespelled, withoutBlock } from './organic.ts'
import { type EnginePage, paged } from './paging.ts'

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
const answerBox = z.looseObject({ type: z.string(), link: z.string().nullish() })

function readBlocks(page: z.output<typeof pageSchema>) {
  // Other boxes are calculators, weather and the like.
  const { data: box } = answerBox.safeParse(page.answer_box)
  const isSnippet = box?.type === 'organic_result'
  return blocksOf(
    page,
    {
      documented: {
        ad: 'ads',
        local: ['local_results', 'local_map'],
        video: ['inline_videos', 'video_results'],
        questions: 'related_questions',
        images: 'inline_images',
        news: 'top_stories',
        shopping: ['shopping_results', 'immersive_products'],
        knowledge: 'knowledge_graph',
        recipes: 'recipes_results',
        discussions: 'discussions_and_forums',
      },
    },
    {
      snippet: {
        isThere: isSnippet || (isFilled(page.answer_box) && !box ? undefined : false),
        urls: [box?.link ?? ''],
      },
      overview: overviewOf(page.ai_overview, 'references'),
    },
  )
}

function kindOfText(text: string): FailureKind | null {
  if (/run out of searches/i.test(text)) return 'quota'
  return /api key/i.test(text) ? 'auth' : null
}

/** 429 means either "too fast" or "out of searches"; the text decides. */
function kindOfRefusal({ body }: { body: unknown }): FailureKind | null {
  const parsed = errorSchema.safeParse(body)
  return parsed.success ? kindOfText(parsed.data.error) : null
}

/** A Success without results is empty where a note or its state says so; else it was withheld, or unreadable to SerpApi. */
function emptyPage(page: z.output<typeof pageSchema>): EnginePage | Failure {
  const state = page.search_information?.organic_results_state
  const saysEmpty = /hasn't returned any results/i.test(page.error ?? '') || /empty/i.test(state ?? '')
  if (page.error && !saysEmpty) return failed(source, kindOfText(page.error) ?? 'upstream')
  return { ok: true, listed: [], saysEmpty, questions: page.related_questions, blocks: readBlocks(page), ended: true }
}

function readPage(body: unknown): EnginePage | Failure {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) {
    const error = errorSchema.safeParse(body)
    return failed(source, error.success ? (kindOfText(error.data.error) ?? 'upstream') : 'parse')
  }
  const { search_metadata, organic_results, serpapi_pagination: pagination } = parsed.data
  if (search_metadata.status === 'Error' || search_metadata.status === 'Processing') return failed(source, 'upstream')
  if (search_metadata.status !== 'Success') return failed(source, 'parse')
  const information = parsed.data.search_information
  const isOther = isRespelled(information) || /showing fixed/i.test(information?.organic_results_state ?? '')
  const repeated = [parsed.data.ads, parsed.data.inline_videos, parsed.data.short_videos].map(urlsIn)
  const listed = repeated.reduce(withoutBlock, organic_results ?? [])
  if (listed.length === 0) return emptyPage(parsed.data)
  // Full pages can lack the next link: only a short page without one is certainly the last.
  const ended = pagination != null && !pagination.next && listed.length < pageSize
  const { related_questions: questions } = parsed.data
  return { ok: true, listed, isRespelled: isOther, questions, blocks: readBlocks(parsed.data), ended }
}

/** SerpApi's Google search: ten results a page by `start`; its positions restart on each page and are not used. */
export const serpapi = declareSerp({
  label: 'SerpApi',
  variables,
  needs: ['SERPAPI_KEY'],
  address: 'SERPAPI_BASE_URL',
  timeoutMs: 15_000,
  saysEmpty: true,
  create: paged((config) => ({
    source,
    address: config.SERPAPI_BASE_URL,
    pageUsd: config.SERPAPI_PAGE_USD,
    request: (asked, index) => {
      const query = {
        engine: 'google',
        ...googleQuery(asked),
        google_domain: googleDomain(asked.country),
        device: asked.device,
        start: String(index * pageSize),
        nfpr: '1',
        output: 'json',
        api_key: config.SERPAPI_KEY ?? '',
      }
      return { path: '/search', query }
    },
    read: readPage,
    meaningOf: kindOfRefusal,
  })),
})
