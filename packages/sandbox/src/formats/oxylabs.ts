import { type Request, Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf, type ResultsPage } from '../world/world.ts'
import { isPlace } from './parts.ts'
import { type Answer, displayedLink, jsonBody, type Provider, send } from './provider.ts'

const jobBody = z.object({
  source: z.literal('google_search'),
  query: z.string().min(1),
  domain: z.string().default('com'),
  locale: z.string().default('en'),
  geo_location: z.string().optional(),
  user_agent_type: z.enum(['desktop', 'mobile', 'tablet']).default('desktop'),
  start_page: z.int().min(1).default(1),
  pages: z.literal(1).default(1),
  parse: z.literal(true),
})
const countries: Readonly<Record<string, string>> = { com: 'us', cat: 'es' }
const refuse = (status: number, message: string): Answer => ({ status, body: { message } })

function contentOf(page: ResultsPage, current: number) {
  const organic = page.organic.map(({ title, url, shown = url, snippet: desc }, i) => {
    return { pos: i + 1, url, title, desc, url_shown: displayedLink(shown), pos_overall: i + 1 + page.ads.length }
  })
  const items = page.questions.map(({ question, answer }, i) => ({ pos: i + 1, question, answer }))
  const paid = page.ads.map(({ title, url, description: desc }, i) => ({ pos: i + 1, url, title, desc }))
  const results = {
    paid,
    organic,
    ...(items.length > 0 && { related_questions: { items, pos_overall: 4 } }),
    ...(page.snippet && {
      featured_snippet: [{ url: page.snippet.url, title: page.snippet.title, desc: page.snippet.text }],
    }),
    ...(page.videos.length > 0 && { videos: { items: page.videos.map((video, i) => ({ pos: i + 1, ...video })) } }),
    ...(page.places.length > 0 && {
      local_pack: { items: page.places.map(({ title }, i) => ({ pos: i + 1, title })) },
    }),
    search_information: {
      query: page.query.phrase,
      showing_results_for: page.shownFor ?? page.query.phrase,
      total_results_count: page.estimatedTotal,
      no_results_for_original_query_found: page.organic.length === 0 && !page.isWithheld,
    },
  }
  return { url: 'https://www.google.com/search', page: current, results, parse_status_code: 12000 }
}

function search(req: Request, world: WorldState): Answer {
  const [user, password] = Buffer.from(req.get('authorization')?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')
  if (!user || !password || password === 'invalid') return refuse(401, 'Client not found')
  const { data } = jobBody.safeParse(jsonBody(req))
  if (!data) return refuse(422, 'Unprocessable Entity')
  const { query: phrase, domain, locale: language, geo_location: place, user_agent_type: device, start_page } = data
  if (!isPlace(place)) return refuse(400, `Unsupported geo_location: ${place}`)
  const country = countries[domain] ?? domain.split('.').at(-1)
  const page = pageOf(world.results(toQuery({ phrase, country, language, device, place })), (start_page - 1) * 10, 10)
  const job = {
    content: contentOf(page, start_page),
    status_code: 200,
    page: start_page,
    job_id: '7000000000000000000',
  }
  return { status: 200, body: { results: [job] } }
}

/** Source: developers.oxylabs.io (Web Search; Response codes for Web Scraper API, 2026). */
export function oxylabs(world: WorldState): Provider {
  const routes = Router()
  routes.post('/v1/queries', (req, res) => send(res, search(req, world)))
  routes.use((_req, res) => send(res, refuse(404, 'Not Found')))
  return {
    name: 'oxylabs',
    routes,
    refusals: {
      http500: refuse(500, 'Internal Server Error'),
      quota: refuse(402, 'Payment required'),
      rate: refuse(429, 'Too many requests'),
    },
  }
}
