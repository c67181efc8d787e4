import { type Request, Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf, type ResultsPage } from '../world/world.ts'
import { questionsOf, referencesOf } from './parts.ts'
import { type Answer, displayedLink, hasBearer, jsonBody, type Provider, send } from './provider.ts'

const requestBody = z.object({ zone: z.string().min(1), url: z.url(), format: z.literal('raw') })
const refuse = (status: number, error: string): Answer => ({ status, body: { error } })

/** `spelling` beside a detected query; alone, the query was cut. */
function spellingOf({ shownFor: detected_query, query }: ResultsPage) {
  return detected_query === undefined ? {} : { query: query.phrase, detected_query }
}

function pageBody(page: ResultsPage, address: string) {
  const organic = page.organic.map(({ title, url: link, shown = link, snippet: description }, i) => {
    return { link, display_link: displayedLink(shown), title, description, rank: i + 1, global_rank: i + 1 }
  })
  return {
    general: {
      search_engine: 'google',
      results_cnt: page.estimatedTotal,
      language: page.query.language,
      ...spellingOf(page),
    },
    ...(page.shownFor && { spelling: { showing_results_for: page.shownFor } }),
    input: { original_url: address },
    ...(page.ads.length > 0 && { top_ads: page.ads.map(({ title, url: link }, i) => ({ title, link, rank: i + 1 })) }),
    ...(organic.length > 0 && { organic }),
    ...(page.questions.length > 0 && { people_also_ask: questionsOf(page) }),
    ...(page.places.length > 0 && { snack_pack: page.places.map(({ title: name, address }) => ({ name, address })) }),
    ...(page.overview && { ai_overview: { texts: [], references: referencesOf(page) } }),
    ...(page.snippet && { featured_snippets: [{ link: page.snippet.url, title: page.snippet.title }] }),
    pagination: { current_page: page.start / 10 + 1, ...(page.hasNext && { next_page_link: address }) },
  }
}

/** The name in Google's `uule`, after five bytes and its length. */
function placeOf(uule: string | null): string | undefined {
  return uule === null ? undefined : Buffer.from(uule.slice(2), 'base64').subarray(6).toString()
}

function search(req: Request, world: WorldState): Answer {
  const { data } = requestBody.safeParse(jsonBody(req))
  if (!data) return refuse(400, 'zone, url, format: invalid')
  const { searchParams: asked, hostname, pathname } = new URL(data.url)
  const phrase = asked.get('q')
  if (hostname !== 'www.google.com' || pathname !== '/search' || !phrase) return refuse(400, 'url: no search')
  // Without the parameter it returns HTML.
  if (asked.get('brd_json') !== '1') return { status: 200, body: '<!doctype html><title>Google</title>' }
  const where = {
    country: asked.get('gl') ?? 'us',
    language: asked.get('hl') ?? 'en',
    place: placeOf(asked.get('uule')),
  }
  const device = asked.get('brd_mobile') === '1' ? 'mobile' : 'desktop'
  const page = pageOf(world.results(toQuery({ phrase, ...where, device })), Number(asked.get('start') ?? 0), 10)
  return { status: 200, body: pageBody(page, data.url) }
}

/** Source: docs.brightdata.com (products/serp-api/parsed-json-results, 2026) and its agent skill. */
export function brightdata(world: WorldState): Provider {
  const routes = Router()
  routes.post('/request', (req, res) => send(res, hasBearer(req) ? search(req, world) : refuse(401, 'Invalid token')))
  routes.use((_req, res) => send(res, refuse(404, 'Not found')))
  return {
    name: 'brightdata',
    routes,
    refusals: {
      http500: refuse(500, 'Internal error'),
      quota: refuse(402, 'Account balance is too low'),
      rate: refuse(429, 'Too many requests'),
    },
  }
}
