import { baseUrl } from '@rts/outside/config'
import { primaryLanguage } from '@rts/outside/languages'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { noBlocks } from '../../history/rules/history.ts'
import { declareSerp } from './adapter.ts'
import { type EnginePage, paged } from './paging.ts'

const source = 'searxng'

const variables = declareVariables('Rank checks', {
  SEARXNG_BASE_URL: {
    schema: baseUrl.optional(),
    meaning: 'needed by `searxng`: an instance of your own',
    local: '{sandbox}/searxng',
    unless: 'SEARXNG_BASE_URL',
  },
  SEARXNG_ENGINES: {
    schema: z
      .string()
      .trim()
      .regex(/^[\w. -]+(,[\w. -]+)*$/, 'must be names of engines with commas between them')
      .default('google'),
    meaning: 'engines of the instance, with commas between them; those of several are merged into one list',
  },
})

const pageSchema = z.looseObject({
  results: z.array(
    z.looseObject({ url: z.string(), engines: z.array(z.string()).optional(), engine: z.string().optional() }),
  ),
  unresponsive_engines: z.array(z.unknown()).optional(),
})

function readPage(body: unknown): EnginePage | Failure {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) return failed(source, 'parse')
  const { results, unresponsive_engines } = parsed.data
  // When engines are blocked, the page is well-formed, empty, and names them.
  if (results.length === 0 && unresponsive_engines?.length) return failed(source, 'upstream')
  const engines = results.flatMap(({ engine, engines = engine ? [engine] : [] }) => engines)
  return { ok: true, listed: results, questions: [], blocks: noBlocks, ended: false, engines }
}

/** A self-hosted SearXNG with its JSON format enabled: free, no key, no mobile results, no cities. */
export const searxng = declareSerp({
  label: 'SearXNG',
  variables,
  needs: ['SEARXNG_BASE_URL'],
  address: 'SEARXNG_BASE_URL',
  timeoutMs: 15_000,
  create: paged((config) => ({
    source,
    address: config.SEARXNG_BASE_URL,
    pageUsd: 0,
    request: ({ phrase, country, language, device, location }, index) => {
      if (device === 'mobile' || location) return null
      const query = {
        q: phrase,
        format: 'json',
        engines: config.SEARXNG_ENGINES,
        language: `${primaryLanguage(language)}-${country.toUpperCase()}`,
        pageno: String(index + 1),
      }
      return { path: '/search', query }
    },
    read: readPage,
    isMerged: true,
  })),
})
