import { type Request, Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf, type ResultsPage } from '../world/world.ts'
import { type Answer, jsonBody, type Provider, param, send } from './provider.ts'

const searchBody = z.object({
  q: z.string().trim().min(1),
  gl: z
    .string()
    .regex(/^[a-z]{2}$/i)
    .default('us'),
  hl: z
    .string()
    .regex(/^[a-z]{2,3}([-_][a-z0-9]+)*$/i)
    .default('en'),
  location: z.string().optional(),
  num: z.int().min(1).max(100).default(10),
  page: z.int().min(1).default(1),
})

function refuse(status: number, message: string): Answer {
  return { status, body: { message, statusCode: status } }
}

function knowledgeGraph({ knowledge }: ResultsPage) {
  if (knowledge === null) return {}
  const { title, type, description, url: descriptionLink } = knowledge
  return { knowledgeGraph: { title, type, description, descriptionLink } }
}

function places({ places }: ResultsPage) {
  return places.map(({ title, address, rating, reviews: ratingCount }) => ({ title, address, rating, ratingCount }))
}

function answerBox({ snippet }: ResultsPage) {
  return snippet === null ? {} : { answerBox: { snippet: snippet.text, title: snippet.title, link: snippet.url } }
}

function pageBody(asked: z.output<typeof searchBody>, page: ResultsPage) {
  return {
    searchParameters: { ...asked, type: 'search', engine: 'google' },
    ...knowledgeGraph(page),
    ...answerBox(page),
    organic: page.organic.map(({ title, url: link, snippet }, i) => ({ title, link, snippet, position: i + 1 })),
    ...(page.places.length > 0 && { places: places(page) }),
    peopleAlsoAsk: page.questions.map(({ question, answer: snippet, title, url: link }) => {
      return { question, snippet, title, link }
    }),
    ...(page.videos.length > 0 && { videos: page.videos.map(({ title, url: link }) => ({ title, link })) }),
    relatedSearches: page.related.map((query) => ({ query })),
    credits: asked.num > 10 ? 2 : 1,
  }
}

function search(req: Request, world: WorldState): Answer {
  const key = req.get('x-api-key') ?? param(req, 'apiKey')
  if (key === undefined || key === '' || key === 'invalid') return refuse(403, 'Unauthorized.')
  const parsed = searchBody.safeParse(jsonBody(req))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'q'
    return refuse(400, field === 'q' ? 'Missing query parameter' : `Invalid parameter: ${field}`)
  }
  const asked = parsed.data
  const results = world.results(
    toQuery({ phrase: asked.q, country: asked.gl, language: asked.hl, place: asked.location }),
  )
  return { status: 200, body: pageBody(asked, pageOf(results, (asked.page - 1) * asked.num, asked.num)) }
}

/** Serper's Google search, by serper.dev's playground and its clients (November 2026): up to 100 results a page (two credits past ten). */
export function serper(world: WorldState): Provider {
  const routes = Router()
  routes.post('/search', (req, res) => send(res, search(req, world)))
  routes.use((_req, res) => send(res, refuse(404, 'Not Found.')))
  return {
    name: 'serper',
    routes,
    refusals: {
      http500: refuse(500, 'Internal Server Error'),
      quota: refuse(400, 'Not enough credits'),
      rate: refuse(429, 'Too many requests'),
    },
  }
}
