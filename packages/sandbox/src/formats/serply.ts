import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf } from '../world/world.ts'
import { questionsOf } from './parts.ts'
import { type Answer, type Provider, param, send, wholeParam } from './provider.ts'

function refuse(status: number, code: string, message: string): Answer {
  return { status, body: { error: { code, message } } }
}

function search(req: Request, world: WorldState): Answer {
  const key = req.get('x-api-key')
  const phrase = param(req, 'q')
  const language = param(req, 'hl')
  const country = req.get('x-proxy-location') ?? param(req, 'gl')
  const device = req.get('x-user-agent')
  const start = wholeParam(req, 'start', 0, 10_000)
  const size = wholeParam(req, 'num', 10, 100)
  if (key === undefined || key === 'invalid') return refuse(401, 'unauthorized', 'Unauthorized')
  if (phrase === undefined || start === null || size === null) return refuse(400, 'bad_request', 'Bad Request')
  const page = pageOf(world.results(toQuery({ phrase, country, language, device })), start, size)
  const results = page.organic.map(({ title, url: link, snippet: description }, i) => {
    return { title, link, description, realPosition: i + 1 }
  })
  const ads = page.ads.map(({ title, url: link, description }) => ({ title, link, description }))
  const body = { results, ads, total: page.estimatedTotal, answers: [], related_questions: questionsOf(page) }
  return { status: 200, body }
}

/** Source: its agent skill and OpenAPI document (github.com/serply-inc/skills and /openapi, 2026). */
export function serply(world: WorldState): Provider {
  const routes = Router()
  routes.get('/v1/search', (req, res) => send(res, search(req, world)))
  routes.use((_req, res) => send(res, refuse(404, 'not_found', 'Not Found')))
  return {
    name: 'serply',
    routes,
    refusals: {
      http500: refuse(502, 'bad_gateway', 'The upstream fetch failed'),
      quota: refuse(402, 'payment_required', 'Out of credits'),
      rate: refuse(429, 'too_many_requests', 'Too many requests'),
    },
  }
}
