import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf, type ResultsPage } from '../world/world.ts'
import { isPlace, referencesOf } from './parts.ts'
import { type Answer, displayedLink, type Provider, param, send, wholeParam } from './provider.ts'

function refuse(status: number, message: string): Answer {
  return { status, body: { requestMetadata: { status: 'error' }, message } }
}

function pageBody(page: ResultsPage) {
  const organicResults = page.organic.map(({ title, url: link, shown = link, host: source, snippet }, i) => {
    return { position: i + 1, title, link, displayedLink: displayedLink(shown), source, snippet }
  })
  const adResults = page.ads.map(({ title, url: link }, i) => ({ position: i + 1, title, link }))
  const relatedQuestions = page.questions.map(({ question, answer: snippet, title, url: link }) => {
    return { question, snippet, title, link }
  })
  return {
    requestMetadata: { id: 'a-request', status: 'ok', url: 'https://www.google.com/search' },
    searchInformation: { totalResults: String(page.estimatedTotal), timeTaken: 0.4 },
    ...(organicResults.length > 0 && { organicResults }),
    ...(adResults.length > 0 && { adResults }),
    ...(relatedQuestions.length > 0 && { relatedQuestions }),
    ...(page.overview && { aiOverview: { textBlocks: [], references: referencesOf(page) } }),
    ...(page.hasNext && { pagination: { next: 'https://www.google.com/search' } }),
  }
}

function search(req: Request, world: WorldState): Answer {
  const key = req.get('x-api-key')
  const phrase = param(req, 'q')
  const place = param(req, 'location')
  const country = param(req, 'gl')
  const language = param(req, 'hl')
  const device = param(req, 'deviceType') ?? 'desktop'
  const start = wholeParam(req, 'start', 0, 10_000)
  const size = wholeParam(req, 'num', 10, 100)
  if (key === undefined || key === 'invalid') return refuse(401, 'Invalid API key')
  if (phrase === undefined) return refuse(422, 'q: required')
  if (!isPlace(place)) return refuse(422, 'location: unknown')
  if (!['desktop', 'mobile', 'tablet'].includes(device)) return refuse(422, 'deviceType: invalid')
  if (start === null || size === null) return refuse(422, 'start, num: invalid')
  const results = world.results(toQuery({ phrase, country, language, device, place }))
  return { status: 200, body: pageBody(pageOf(results, start, size)) }
}

/** Source: its agent skill (github.com/HasData/hasdata-cli, June 2026) and docs.hasdata.com/api-codes. */
export function hasdata(world: WorldState): Provider {
  const routes = Router()
  routes.get('/scrape/google/serp', (req, res) => send(res, search(req, world)))
  routes.use((_req, res) => send(res, refuse(404, 'Not found')))
  return {
    name: 'hasdata',
    routes,
    refusals: {
      http500: refuse(500, 'Internal server error'),
      quota: refuse(403, 'Quota exhausted'),
      rate: refuse(429, 'Concurrency limit exceeded'),
    },
  }
}
