import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { declareVariables } from '@rts/shared/config'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, googleQuery, linkedResult, questionList } from './adapter.ts'
import { assumedBlock, blocksOf, overviewOf } from './blocks.ts'
import { isRespelled } from './organic.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'searchapi'
const pageSize = 10

const variables = declareVariables('Rank checks', {
  SEARCHAPI_KEY: secretVariable('SEARCHAPI_KEY', 'needed by `searchapi`'),
  SEARCHAPI_BASE_URL: addressVariable('SEARCHAPI_KEY', 'https://www.searchapi.io', 'searchapi'),
  SEARCHAPI_PAGE_USD: { schema: usd.default(0.004), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({
  search_metadata: z.looseObject({ status: z.string() }),
  error: z.string().nullish(),
  organic_results: z.array(linkedResult).nullish(),
  related_questions: questionList,
  pagination: z.looseObject({ next: z.unknown().optional() }).nullish().catch(undefined),
})
const answerBox = z.looseObject({ type: z.string(), organic_result: z.looseObject({ link: z.string() }).nullish() })

function readBlocks(page: z.output<typeof pageSchema>) {
  const { data: box } = answerBox.safeParse(page.answer_box)
  const isSnippet = box?.type === 'organic_result'
  const overview = overviewOf(page.ai_overview, 'reference_links')
  return blocksOf(
    page,
    {
      documented: { questions: 'related_questions' },
      assumed: {
        ad: 'ads',
        local: 'local_results',
        video: 'inline_videos',
        images: 'inline_images',
        news: 'top_stories',
        knowledge: 'knowledge_graph',
        shopping: ['inline_shopping', 'shopping_ads'],
        recipes: 'inline_recipes',
        discussions: 'discussions_and_forums',
      },
    },
    {
      snippet: {
        isThere: isSnippet || undefined,
        urls: [box?.organic_result?.link ?? ''],
      },
      overview: assumedBlock(overview),
    },
  )
}

const refusalSchema = z.looseObject({ error: z.string() })

/** Too fast and out of searches are both 429; the text decides. */
function kindOfRefusal({ status, body }: { status: number; body: unknown }): FailureKind | null {
  const { data } = refusalSchema.safeParse(body)
  return status === 429 && data && /used all|run out|credits|quota/i.test(data.error) ? 'quota' : null
}

function readPage(body: unknown): EnginePage | Failure {
  const { data } = pageSchema.safeParse(body)
  if (!data) return failed(source, 'parse')
  const { search_metadata, error, organic_results, related_questions: questions, pagination } = data
  if (search_metadata.status !== 'Success') return failed(source, 'upstream')
  // A page without results is a success with a note.
  const saysEmpty = /didn't return any results/i.test(error ?? '')
  if (!organic_results && error && !saysEmpty) return failed(source, 'upstream')
  const listed = organic_results ?? []
  const blocks = readBlocks(data)
  return {
    ok: true,
    listed,
    saysEmpty,
    isRespelled: isRespelled(data.search_information),
    questions,
    blocks,
    ended: pagination != null && !pagination.next && listed.length < pageSize,
  }
}

/** SearchApi.io's Google search: pages from 1. */
export const searchapi = declareSerp({
  label: 'SearchApi',
  variables,
  needs: ['SEARCHAPI_KEY'],
  address: 'SEARCHAPI_BASE_URL',
  timeoutMs: 60_000,
  saysEmpty: true,
  create: paged((config) => ({
    source,
    address: config.SEARCHAPI_BASE_URL,
    pageUsd: config.SEARCHAPI_PAGE_USD,
    request: (asked, index) => {
      const query = {
        engine: 'google',
        ...googleQuery(asked),
        device: asked.device,
        page: String(index + 1),
        nfpr: '1',
      }
      const headers = { authorization: `Bearer ${config.SEARCHAPI_KEY ?? ''}` }
      return { path: '/api/v1/search', query, headers }
    },
    read: readPage,
    meaningOf: kindOfRefusal,
  })),
})
