import { readProvider } from '@rts/outside/call'
import { isSandbox, providerList } from '@rts/outside/config'
import { readEnvelope } from '@rts/outside/dataforseo/envelope'
import {
  basicAuthorization,
  dataForSeo,
  dataForSeoLocale,
  dataForSeoVariables,
  writtenPhrase,
} from '@rts/outside/dataforseo/request'
import type { Place } from '@rts/outside/locations'
import { declareVariables } from '@rts/shared/config'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { type AdapterDeps, declareSerp, type OwnConfig } from './adapter.ts'
import { readTask } from './dataforseo-answer.ts'
import type { SerpPage, SerpQuery, SerpSource } from './serp.ts'

const source = dataForSeo
const firstPageUsd = 0.002
const resolvable = ['poisoned', 'goto'] as const
const variables = {
  ...dataForSeoVariables,
  ...declareVariables('DataForSEO', {
    DATAFORSEO_MODE: {
      schema: z.enum(['live', 'queue']).default('queue'),
      meaning:
        '`queue`, which is minutes late at less than a third of the price and fetches live what a person asks to be checked now and up to 20 first checks of a site; or `live` for all',
    },
    DATAFORSEO_RESOLVE: {
      schema: providerList(resolvable),
      meaning:
        '`poisoned`: it compares each page with another of Google’s and puts replaced results right; `goto`: it opens addresses that Google has sealed. Each costs extra: see its prices',
      defaultText: 'none',
    },
  }),
}

type Live = Pick<SerpPage, 'ok' | 'costUsd' | 'value'>

function readLive(body: unknown, query: SerpQuery): Live | Failure {
  const envelope = readEnvelope(body)
  if (!envelope.ok) return envelope
  const done = envelope.tasks[0]
  if (!done) return failed(source, 'parse')
  const page = readTask(done, query)
  if (page.state === 'waiting') return failed(source, 'upstream')
  if (page.state === 'failed') return { ...page.failure, billed: page.failure.billed || (done.cost ?? 0) > 0 }
  return { ok: true, costUsd: done.cost ?? null, value: page.results }
}

/** DataForSEO's live search: one call for the whole depth. HTTP 200 proves nothing: envelope and task have separate codes. */
function createDataForSeo(config: OwnConfig<typeof variables>, { http, clock }: AdapterDeps): SerpSource {
  async function ask(asked: SerpQuery, signal?: AbortSignal): Promise<SerpPage | Failure> {
    const query = withinMaxDepth(asked)
    const task = taskOf(query, config.DATAFORSEO_RESOLVE)
    if (task === null) return failed(source, 'unsupported')
    const answer = await readProvider(http, {
      provider: source,
      url: `${config.DATAFORSEO_BASE_URL}/v3/serp/google/organic/live/advanced`,
      headers: basicAuthorization(config),
      json: [task],
      signal,
      read: (body) => readLive(body, query),
    })
    if (!answer.ok) return answer
    const sandbox = isSandbox(config, config.DATAFORSEO_BASE_URL)
    return { ...answer, source, sandbox, fetchedAt: clock.now() }
  }
  return { source, priceUsd: (query) => dataForSeoPrice(query, firstPageUsd), ask }
}

export const dataforseo = declareSerp({
  label: 'DataForSEO',
  variables,
  needs: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
  address: 'DATAFORSEO_BASE_URL',
  // A live page of a hundred results takes 15 to 25 seconds and more, and one that is given up is charged all the same.
  timeoutMs: 120_000,
  sellsDepth: true,
  saysEmpty: true,
  create: createDataForSeo,
})

const maxDepth = 200

export function withinMaxDepth(query: SerpQuery): SerpQuery {
  return { ...query, depth: Math.min(query.depth, maxDepth) }
}

/** The task for a query, and what DataForSEO puts right on its page; null for a country without a location code. No option of it ends the search early. */
export function taskOf(
  query: SerpQuery,
  resolve: readonly ('poisoned' | 'goto')[],
  tag?: string,
): Record<string, unknown> | null {
  const country = dataForSeoLocale(query.country, query.language)
  if (country === null) return null
  const { phrase, device, depth, location } = query
  const locale = location ? { ...cityOf(location), language_code: country.language_code } : country
  return {
    keyword: writtenPhrase(phrase),
    ...locale,
    device,
    depth,
    // Google is asked for this spelling.
    search_param: '&nfpr=1',
    ...(resolve.includes('poisoned') && { resolve_poisoned_results: true }),
    ...(resolve.includes('goto') && { resolve_goto_urls: true }),
    ...(tag !== undefined && { tag }),
  }
}

/** A city by its coordinates, which need no name of DataForSEO's list; the radius is that of its documents' example. */
function cityOf({ name, coordinates }: Place): Record<string, string> {
  if (coordinates === null) return { location_name: name.split(', ').join(',') }
  return { location_coordinate: `${coordinates.latitude},${coordinates.longitude},200` }
}

/** DataForSEO's price: the first ten results in full, each further ten at three quarters. */
export function dataForSeoPrice(query: SerpQuery, firstPageUsd: number): number {
  const pages = Math.ceil(withinMaxDepth(query).depth / 10)
  return firstPageUsd * (1 + 0.75 * (pages - 1))
}
