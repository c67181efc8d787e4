import { callProvider } from '@rts/outside/call'
import { baseUrl, isSandbox } from '@rts/outside/config'
import { primaryLanguage } from '@rts/outside/languages'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { type AdapterDeps, declareSerp, type OwnConfig } from './adapter.ts'
import { collectPages, type EnginePage } from './paging.ts'
import type { SerpQuery, SerpSource } from './serp.ts'

const source = 'searxng'

const variables = declareVariables('Rank checks', {
  SEARXNG_BASE_URL: {
    schema: baseUrl.optional(),
    meaning: 'needed by `searxng`: an instance of your own',
    local: '{sandbox}/searxng',
    unless: 'SEARXNG_BASE_URL',
  },
})

const pageSchema = z.looseObject({
  results: z.array(z.looseObject({ url: z.string() })),
  unresponsive_engines: z.array(z.unknown()).optional(),
})

/** The page without the results of earlier pages: SearXNG merges the engines anew for each page, so results repeat. */
function readPage(body: unknown, seen: Set<string>): EnginePage | Failure {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) return failed(source, 'parse')
  const { results, unresponsive_engines } = parsed.data
  // When engines are blocked, the page is well-formed, empty, and names them.
  if (results.length === 0 && unresponsive_engines?.length) return failed(source, 'upstream')
  const listed = results.flatMap(({ url }) => {
    if (seen.has(url)) return []
    seen.add(url)
    return [{ url }]
  })
  return { ok: true, listed, questions: [], ended: false, repeats: results.length > 0 && listed.length === 0 }
}

/** A self-hosted SearXNG with its JSON format enabled: free, no key, all its general engines merged; desktop only. */
function createSearxng(config: OwnConfig<typeof variables>, { http, clock }: AdapterDeps): SerpSource {
  const origin = { source, sandbox: isSandbox(config, config.SEARXNG_BASE_URL), clock, pageUsd: 0 }
  async function fetchPage(
    query: SerpQuery,
    index: number,
    seen: Set<string>,
    signal?: AbortSignal,
  ): Promise<EnginePage | Failure> {
    const parameters = {
      q: query.phrase,
      format: 'json',
      categories: 'general',
      language: `${primaryLanguage(query.language)}-${query.country.toUpperCase()}`,
      pageno: String(index + 1),
    }
    const request = { provider: source, url: `${config.SEARXNG_BASE_URL}/search`, query: parameters, signal }
    const answer = await callProvider(http, request)
    return answer.ok ? readPage(answer.body, seen) : answer
  }
  return {
    source,
    priceUsd: () => 0,
    async ask(query, signal) {
      if (query.device === 'mobile') return failed(source, 'unsupported')
      const seen = new Set<string>()
      return collectPages(query, origin, (index) => fetchPage(query, index, seen, signal))
    },
  }
}

export const searxng = declareSerp({
  label: 'SearXNG',
  variables,
  needs: ['SEARXNG_BASE_URL'],
  address: 'SEARXNG_BASE_URL',
  create: createSearxng,
})
