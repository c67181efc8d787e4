import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf } from '../world/world.ts'
import { isPlace, linkedResults, questionsOf } from './parts.ts'
import { type Answer, type Provider, param, send, wholeParam } from './provider.ts'

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}

function search(req: Request, world: WorldState): Answer {
  const key = param(req, 'apiKey')
  const phrase = param(req, 'q')
  const place = param(req, 'location')
  const country = param(req, 'gl')
  const language = param(req, 'hl')
  const device = param(req, 'device')
  const current = wholeParam(req, 'pageNumber', 1, 1000)
  const size = wholeParam(req, 'pageSize', 10, 100)
  if (key === undefined || key === 'invalid') return refuse(401, 'Invalid API key')
  if (phrase === undefined) return refuse(400, 'q is required')
  if (!isPlace(place)) return refuse(400, 'location is unknown')
  if (current === null || current === 0 || size === null) return refuse(400, 'pageNumber or pageSize is invalid')
  const blocks = (param(req, 'resultBlocks') ?? '').split(',')
  const page = pageOf(world.results(toQuery({ phrase, country, language, device, place })), (current - 1) * size, size)
  const all = { organic_results: linkedResults(page), people_also_ask: questionsOf(page) }
  return { status: 200, body: Object.fromEntries(Object.entries(all).filter(([name]) => blocks.includes(name))) }
}

/** By its users (SerpBear, github.com/rajivsingha/spaceserp_csv, 2023 to 2025); refusals are assumed. */
export function spaceserp(world: WorldState): Provider {
  const routes = Router()
  routes.get('/google/search', (req, res) => send(res, search(req, world)))
  routes.use((_req, res) => send(res, refuse(404, 'Not found')))
  return {
    name: 'spaceserp',
    routes,
    refusals: {
      http500: refuse(500, 'Internal server error'),
      quota: refuse(402, 'No credits left'),
      rate: refuse(429, 'Too many requests'),
    },
  }
}
