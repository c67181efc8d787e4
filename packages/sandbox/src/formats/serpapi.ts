import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { recordedAnswer } from '../world/recorded.ts'
import { pageOf } from '../world/world.ts'
import { isPlace } from './parts.ts'
import { type Answer, type Provider, param, send, wholeParam } from './provider.ts'
import { pageBody, pageSize } from './serpapi-page.ts'

function refuse(status: number, error: string): Answer {
  return { status, body: { error } }
}

function search(req: Request, world: WorldState, now: Date): Answer {
  const key = param(req, 'api_key')
  const phrase = param(req, 'q')
  const engine = param(req, 'engine') ?? 'google'
  const device = param(req, 'device') ?? 'desktop'
  const gl = param(req, 'gl') ?? 'us'
  const hl = param(req, 'hl') ?? 'en'
  const start = wholeParam(req, 'start', 0, 10_000)
  const place = param(req, 'location')
  if (key === undefined || key === 'invalid') {
    return refuse(401, 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key')
  }
  if (engine !== 'google') return refuse(400, `Unsupported \`${engine}\` search engine.`)
  if (phrase === undefined || phrase.trim() === '') return refuse(400, 'Missing query `q` parameter.')
  if (!/^[a-z]{2}$/i.test(gl)) return refuse(400, `Unsupported \`${gl}\` country - gl parameter.`)
  if (!/^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(hl))
    return refuse(400, `Unsupported \`${hl}\` interface language - hl parameter.`)
  if (!['desktop', 'tablet', 'mobile'].includes(device)) return refuse(400, `Unsupported \`${device}\` device.`)
  if (!isPlace(place)) return refuse(400, `Unsupported \`${place}\` location - location parameter.`)
  if (start === null) return refuse(400, 'Unsupported value for the `start` parameter.')
  const results = world.results(toQuery({ phrase, country: gl, language: hl, device, place }))
  if (results.recorded && start === 0) return { status: 200, body: recordedAnswer }
  return { status: 200, body: pageBody(req, pageOf(results, start, pageSize), now) }
}

/** Source: serpapi.com/search-api, /api-status-and-error-codes (November 2026): ten a page despite `num`. */
export function serpapi(world: WorldState, clock: () => Date): Provider {
  const routes = Router()
  routes.get(['/search', '/search.json'], (req, res) => send(res, search(req, world, clock())))
  routes.use((_req, res) => send(res, refuse(404, 'The requested page does not exist.')))
  return {
    name: 'serpapi',
    routes,
    refusals: {
      http500: refuse(500, 'We encountered an error while processing your search. Please try again later.'),
      quota: refuse(429, 'Your account has run out of searches.'),
      rate: refuse(429, 'You are exceeding your hourly throughput limit.'),
    },
  }
}
