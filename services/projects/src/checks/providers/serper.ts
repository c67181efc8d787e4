import { addressVariable, secretVariable, usd } from '@rts/outside/config'
import { googleLanguage } from '@rts/outside/languages'
import { declareVariables } from '@rts/shared/config'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { declareSerp, linkedResult, questionList } from './adapter.ts'
import { blocksOf } from './blocks.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'serper'

const variables = declareVariables('Rank checks', {
  SERPER_KEY: secretVariable('SERPER_KEY', 'needed by `serper`'),
  SERPER_BASE_URL: addressVariable('SERPER_KEY', 'https://google.serper.dev', 'serper'),
  SERPER_PAGE_USD: { schema: usd.default(0.001), meaning: 'your price of ten results' },
})

const pageSchema = z.looseObject({ organic: z.array(linkedResult), peopleAlsoAsk: questionList })
const answerBox = z.looseObject({ link: z.string(), snippet: z.string() })

/** It lists no ads, and says nothing of AI overviews. */
function readBlocks(page: z.output<typeof pageSchema>) {
  const { data: box } = answerBox.safeParse(page.answerBox)
  return blocksOf(
    page,
    {
      documented: { questions: 'peopleAlsoAsk' },
      assumed: {
        local: 'places',
        news: 'topStories',
        knowledge: 'knowledgeGraph',
        images: 'images',
        video: 'videos',
      },
    },
    // A box without an address is an answer of Google's own.
    {
      snippet: {
        isThere: box !== undefined || undefined,
        urls: [box?.link ?? ''],
      },
    },
  )
}

const refusalSchema = z.looseObject({ message: z.string() })

/** An empty balance is a 400 like any bad parameter; the text decides. */
function kindOfRefusal({ body }: { body: unknown }): FailureKind | null {
  const parsed = refusalSchema.safeParse(body)
  return parsed.success && /not enough credits/i.test(parsed.data.message) ? 'quota' : null
}

function readPage(body: unknown): EnginePage | Failure {
  const parsed = pageSchema.safeParse(body)
  // Serper always sends the list, even an empty one: without it the answer is not a results page.
  if (!parsed.success) return failed(source, 'parse')
  const { organic: listed, peopleAlsoAsk: questions } = parsed.data
  return { ok: true, listed, questions, blocks: readBlocks(parsed.data), ended: false }
}

/** Serper.dev: ten results a page (one credit); an empty page is the only sign of the end. It has no mobile results. */
export const serper = declareSerp({
  label: 'Serper',
  variables,
  needs: ['SERPER_KEY'],
  address: 'SERPER_BASE_URL',
  timeoutMs: 15_000,
  create: paged((config) => ({
    source,
    address: config.SERPER_BASE_URL,
    pageUsd: config.SERPER_PAGE_USD,
    request: ({ phrase, country, language, device, location }, index) => {
      if (device === 'mobile') return null
      const locale = { gl: country, hl: googleLanguage(language) }
      const asked = { q: phrase, ...locale, num: 10, page: index + 1, autocorrect: false }
      return {
        path: '/search',
        headers: { 'x-api-key': config.SERPER_KEY ?? '' },
        json: location ? { ...asked, location: location.name } : asked,
      }
    },
    read: readPage,
    meaningOf: kindOfRefusal,
  })),
})
