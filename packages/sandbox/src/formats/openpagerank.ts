import { type Request, Router } from 'express'
import { authorityOf } from '../world/links.ts'
import { type Answer, isKey, type Provider, send } from './provider.ts'

function refuse(status: number, error: string): Answer {
  return { status, body: { status_code: status, error } }
}

function rowOf(domain: string) {
  if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(domain))
    return {
      status_code: 404,
      error: 'Domain not found',
      page_rank_integer: 0,
      page_rank_decimal: 0,
      rank: null,
      domain,
    }
  const page_rank_decimal = authorityOf(domain) / 10
  const rank = String(1_000 * (101 - authorityOf(domain)))
  return {
    status_code: 200,
    error: '',
    page_rank_integer: Math.round(page_rank_decimal),
    page_rank_decimal,
    rank,
    domain,
  }
}

function answer(req: Request): Answer {
  if (!isKey(req.get('api-opr'))) return refuse(401, 'Invalid API Key or Domain limit reached')
  const domains = new URL(req.originalUrl, 'http://sandbox').searchParams.getAll('domains[]')
  if (domains.length === 0 || domains.length > 100) return refuse(400, 'Give 1 to 100 domains')
  return { status: 200, body: { status_code: 200, response: domains.map(rowOf), last_updated: '1st Nov 2026' } }
}

/** 0 to 10 for up to 100 domains a call; each row has its own status. */
export function openpagerank(): Provider {
  const routes = Router()
  routes.get('/api/v1.0/getPageRank', (req, res) => send(res, answer(req)))
  routes.use((_req, res) => send(res, refuse(404, 'Not found')))
  return {
    name: 'openpagerank',
    routes,
    refusals: {
      http500: refuse(500, 'Internal error'),
      quota: refuse(401, 'Invalid API Key or Domain limit reached'),
      rate: refuse(429, 'Too many requests'),
    },
  }
}
