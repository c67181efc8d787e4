import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf, type ResultsPage } from '../world/world.ts'
import { isPlace, linkedResults, questionsOf, referencesOf, videosOf } from './parts.ts'
import { type Answer, type Provider, param, send, wholeParam } from './provider.ts'

function refuse(status: number, error: string): Answer {
  return { status, body: { error } }
}

function pageBody(page: ResultsPage, current: number) {
  const head = {
    search_metadata: { id: `search_${current}`, status: 'Success', request_time_taken: 1.2, total_time_taken: 1.3 },
    search_parameters: { engine: 'google', q: page.query.phrase, gl: page.query.country, page: String(current) },
    search_information: {
      query_displayed: page.query.phrase,
      ...(page.shownFor && { showing_results_for: page.shownFor }),
      total_results: page.estimatedTotal,
    },
  }
  if (page.organic.length === 0 && !page.isWithheld) return { ...head, error: "Google didn't return any results." }
  const ads = page.ads.map(({ title, url: link, host: domain }, i) => ({ position: i + 1, title, link, domain }))
  const next = page.hasNext ? { next: `https://www.google.com/search?start=${current * 10}` } : {}
  return {
    ...head,
    ...(ads.length > 0 && { ads }),
    organic_results: linkedResults(page),
    ...(page.questions.length > 0 && { related_questions: questionsOf(page) }),
    ...(page.videos.length > 0 && { inline_videos: videosOf(page) }),
    ...answersOf(page),
    pagination: { current, ...next },
  }
}

function answersOf(page: ResultsPage) {
  const { snippet, overview } = page
  const text_blocks = [{ type: 'paragraph', answer: overview?.text }]
  return {
    ...(overview && { ai_overview: { text_blocks, reference_links: referencesOf(page) } }),
    ...(snippet && {
      answer_box: {
        type: 'organic_result',
        answer: snippet.text,
        organic_result: { title: snippet.title, link: snippet.url },
      },
    }),
  }
}

function search(req: Request, world: WorldState): Answer {
  const key = /^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1] ?? param(req, 'api_key')
  const phrase = param(req, 'q')
  const place = param(req, 'location')
  const country = param(req, 'gl')
  const language = param(req, 'hl')
  const device = param(req, 'device')
  const current = wholeParam(req, 'page', 1, 1000)
  if (key === undefined || key === 'invalid') return refuse(401, 'Invalid API key.')
  if (param(req, 'engine') !== 'google') return refuse(400, 'Unsupported engine.')
  if (phrase === undefined) return refuse(400, 'Missing query `q` parameter.')
  if (!isPlace(place)) return refuse(400, `Unsupported \`${place}\` location.`)
  if (current === null || current === 0) return refuse(400, 'Invalid `page` parameter.')
  const results = world.results(toQuery({ phrase, country, language, device, place }))
  return { status: 200, body: pageBody(pageOf(results, (current - 1) * 10, 10), current) }
}

/** Source: its n8n node and the statuses of its OpenAPI documents (searchapi.io/openapi, 2026). */
export function searchapi(world: WorldState): Provider {
  const routes = Router()
  routes.get('/api/v1/search', (req, res) => send(res, search(req, world)))
  routes.use((_req, res) => send(res, refuse(404, 'Not found.')))
  return {
    name: 'searchapi',
    routes,
    refusals: {
      http500: refuse(500, 'Internal server error.'),
      quota: refuse(429, 'You have used all of the searches for the month.'),
      rate: refuse(429, 'You have exceeded the rate limit.'),
    },
  }
}
