import { type Request, Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../../state/world-state.ts'
import { createStandings } from '../../world/standings.ts'
import { type Answer, jsonBody, type Provider, send } from '../provider.ts'
import { consoleScope } from './consent-page.ts'
import { dimensions, rowsOf } from './figures.ts'
import { propertiesOf } from './people.ts'
import { daysThere, searchesOf } from './queries.ts'
import type { GoogleTokens } from './tokens.ts'

const maxRows = 25_000
const asked = z.looseObject({
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  /** One at a time: ours are never crossed. */
  dimensions: z.array(z.enum(dimensions)).max(1).default([]),
  rowLimit: z.int().min(1).max(maxRows).default(1_000),
  startRow: z.int().min(0).default(0),
})

function refuse(status: number, reason: string, message: string): Answer {
  const domain = reason === 'accessNotConfigured' || reason.endsWith('Exceeded') ? 'usageLimits' : 'global'
  return { status, body: { error: { code: status, message, errors: [{ domain, reason, message }] } } }
}

const missing = refuse(404, 'notFound', 'Not Found')

export function searchConsole(world: WorldState, tokens: GoogleTokens, clock: () => Date): Provider {
  const routes = Router()
  const standings = createStandings(world)
  const now = () => new Date(clock().getTime() + world.current().google.aheadSeconds * 1_000)

  function readable(req: Request) {
    const known = tokens.read('access', (req.get('authorization') ?? '').replace(/^Bearer /, ''))
    if (!known) return refuse(401, 'authError', 'Invalid Credentials')
    const { refusal } = world.current().google
    if (refusal === 'notFound') return missing
    if (refusal !== null) return refuse(403, refusal, 'Forbidden')
    if (!known.scopes.includes(consoleScope)) return refuse(403, 'insufficientPermissions', 'Insufficient Permission')
    return propertiesOf(world.current(), known.email, known.site)
  }

  function query(req: Request, siteUrl: string): Answer {
    const properties = readable(req)
    if ('status' in properties) return properties
    const level = properties.find((each) => each.siteUrl === siteUrl)?.permissionLevel
    if (level === undefined || level === 'siteUnverifiedUser')
      return refuse(403, 'forbidden', `User does not have sufficient permission for site '${siteUrl}'.`)
    const parsed = asked.safeParse(jsonBody(req))
    if (!parsed.success) return refuse(400, 'invalidParameter', parsed.error.issues[0]?.path.join('.') ?? 'body')
    const { startRow, rowLimit, startDate, endDate } = parsed.data
    const [dimension] = parsed.data.dimensions
    const days = daysThere(startDate, endDate, now())
    const rows = rowsOf(dimension, searchesOf({ world, standings }, siteUrl, days), days)
    const shown = rows.slice(startRow, startRow + rowLimit)
    const responseAggregationType = dimension === 'page' ? 'byPage' : 'byProperty'
    return {
      status: 200,
      body: shown.length === 0 ? { responseAggregationType } : { rows: shown, responseAggregationType },
    }
  }

  routes.get('/webmasters/v3/sites', (req, res) => {
    const properties = readable(req)
    if ('status' in properties) send(res, properties)
    else res.json(properties.length === 0 ? {} : { siteEntry: properties })
  })
  routes.post('/webmasters/v3/sites/:siteUrl/searchAnalytics/query', (req, res) =>
    send(res, query(req, req.params.siteUrl)),
  )
  routes.use((_req, res) => send(res, missing))
  return {
    name: 'search_console',
    routes,
    refusals: {
      http500: refuse(500, 'backendError', 'Internal error encountered.'),
      quota: refuse(403, 'quotaExceeded', 'Quota exceeded'),
      rate: refuse(429, 'rateLimitExceeded', 'Rate Limit Exceeded'),
      denied: refuse(403, 'forbidden', 'User does not have sufficient permission for site.'),
    },
  }
}
