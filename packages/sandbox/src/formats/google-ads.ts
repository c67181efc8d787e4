import { type Request, Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../state/world-state.ts'
import { type Demand, demandFor } from '../world/demand.ts'
import { ideasFor } from '../world/phrases.ts'
import { normalPhrase } from '../world/query.ts'
import { countryOfCode } from './dataforseo/location.ts'
import { type Answer, jsonBody, type Provider, send } from './provider.ts'

const phrases = z.array(
  z
    .string()
    .trim()
    .min(1)
    .refine((keyword) => !refusedByPlanner(keyword)),
)
const asked = z.looseObject({
  geoTargetConstants: z.array(z.string().regex(/^geoTargetConstants\/\d+$/)).min(1),
  language: z.string().regex(/^languageConstants\/\d+$/),
  pageSize: z.int().min(1).max(10_000).default(1_000),
  keywordSeed: z.looseObject({ keywords: phrases.min(1).max(20) }).optional(),
  keywords: phrases.max(10_000).optional(),
})
const months = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ')
const token = 'sandbox-access-token'

function refuse(status: number, name: string, message: string, details: object[] = []): Answer {
  return { status, body: { error: { code: status, message, status: name, details } } }
}

function micros(usd: number): string {
  return String(Math.round(usd * 1e6))
}

function metricsOf({ volume, competition, lowBid, highBid, months: past }: Demand) {
  return {
    competition: competition < 0.34 ? 'LOW' : competition < 0.67 ? 'MEDIUM' : 'HIGH',
    competitionIndex: String(Math.round(competition * 100)),
    avgMonthlySearches: String(volume),
    monthlySearchVolumes: past.map((each) => ({
      month: months[each.month - 1],
      year: String(each.year),
      monthlySearches: String(each.volume),
    })),
    lowTopOfPageBidMicros: micros(lowBid),
    highTopOfPageBidMicros: micros(highBid),
  }
}

/** Of "car" and "cars" one returns, with the other in `closeVariants` (keyword_plan_idea_service.proto v23, 2026). */
function singular(phrase: string): string {
  return phrase.replace(/s$/, '')
}

function plan(req: Request, world: WorldState, method: string): Answer {
  if (req.get('authorization') !== `Bearer ${token}`) {
    return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
  }
  if (!req.get('developer-token')) return refuse(403, 'PERMISSION_DENIED', 'The developer token is missing.')
  const parsed = asked.safeParse(jsonBody(req))
  if (!parsed.success) return refuse(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.')
  const { geoTargetConstants, keywordSeed, keywords = [], pageSize } = parsed.data
  const country = countryOfCode(Number(geoTargetConstants[0]?.split('/')[1]))
  const isIdeas = method === 'generateKeywordIdeas'
  if (country === null || (isIdeas && !keywordSeed))
    return refuse(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.')
  const found = isIdeas
    ? ideasFor((keywordSeed?.keywords ?? []).map(normalPhrase), Math.min(pageSize, 60))
    : keywords.map(normalPhrase)
  const key = isIdeas ? 'keywordIdeaMetrics' : 'keywordMetrics'
  const results = [...Map.groupBy(found, singular)].map(([, [text = '', ...closeVariants]]) => ({
    text,
    ...(closeVariants.length > 0 && { closeVariants }),
    [key]: metricsOf(demandFor(text, country, world.day())),
  }))
  return { status: 200, body: results.length === 0 ? {} : { results } }
}

const ended = refuse(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [
  {
    '@type': 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure',
    errors: [
      {
        errorCode: { requestError: 'UNSUPPORTED_VERSION' },
        message: 'Version is deprecated. Requests to this version will be blocked.',
      },
    ],
  },
])

export function googleAds(world: WorldState): Provider {
  const routes = Router()
  routes.post('/token', (req, res) => {
    const form = new URLSearchParams(String(req.body))
    const isKnown = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') !== 'invalid'
    if (isKnown) res.json({ access_token: token, expires_in: 3_599, token_type: 'Bearer' })
    else res.status(400).json({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
  })
  // An ended version is refused by name (error reference, RequestError).
  routes.post(/^\/v(\d|1\d|2[0-2])\/customers/, (_req, res) => send(res, ended))
  routes.post(/^\/v\d+\/customers\/\d+:(generateKeywordIdeas|generateKeywordHistoricalMetrics)$/, (req, res) => {
    send(res, plan(req, world, req.path.split(':')[1] ?? ''))
  })
  routes.use((_req, res) => send(res, refuse(404, 'NOT_FOUND', 'Requested entity was not found.')))
  const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '30s' }
  return {
    name: 'google_ads',
    routes,
    refusals: {
      http500: refuse(500, 'INTERNAL', 'Internal error encountered.'),
      quota: refuse(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).', [retryInfo]),
      rate: refuse(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).', [retryInfo]),
    },
  }
}

/** By dataforseo.com/help-center (November 2026), and characters of four bytes. One fails the call. */
const refused = /[,!@%^()={};~`<>?\\|―\u{10000}-\u{10ffff}]/u

export function refusedByPlanner(keyword: string): boolean {
  return refused.test(keyword) || keyword.length > 80 || keyword.split(' ').length > 10
}
