import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import { pageOf, type ResultsPage } from '../world/world.ts'
import { isPlace, videosOf } from './parts.ts'
import { type Answer, displayedLink, type Provider, param, send, wholeParam } from './provider.ts'

const startingCredits = 1_000_000

function refuse(status: number, message: string): Answer {
  return { status, body: { request_info: { success: false, message } } }
}

function pagination(page: ResultsPage, current: number) {
  const next = `https://www.google.com/search?${new URLSearchParams({ q: page.query.phrase })}&start=${page.start + page.organic.length}`
  return page.hasNext ? { pagination: { current, next } } : { pagination: { current } }
}

function organic({ organic }: ResultsPage) {
  if (organic.length === 0) return {}
  const organic_results = organic.map(({ title, url: link, shown = link, host: domain, snippet }, i) => {
    return { position: i + 1, title, link, domain, displayed_link: displayedLink(shown), snippet, prerender: false }
  })
  return { organic_results }
}

function ads({ ads }: ResultsPage) {
  return ads.map(({ title, url: link, host: domain, description }, i) => {
    return { position: i + 1, title, link, domain, description }
  })
}

function places({ places }: ResultsPage) {
  return places.map(({ title, rating, reviews, address, url: link }, i) => {
    return { position: i + 1, title, rating, reviews, address, link }
  })
}

function questions({ questions }: ResultsPage) {
  return questions.map(({ question, answer, title, url: link }) => ({ question, answer, source: { title, link } }))
}

type Asked = { phrase: string; gl: string; hl: string; current: number; size: number }

function pageBody({ phrase, gl, hl, current, size }: Asked, page: ResultsPage, used: number) {
  return {
    request_info: { success: true, credits_used: used, credits_remaining: startingCredits - used, message: 'OK' },
    search_parameters: { q: phrase, gl, hl, page: current, num: size },
    search_information: {
      original_query_yields_zero_results: page.organic.length === 0 && !page.isWithheld,
      total_results: page.estimatedTotal,
      query_displayed: phrase,
      ...(page.shownFor && { showing_results_for: page.shownFor }),
    },
    ...(page.ads.length > 0 && { ads: ads(page) }),
    ...(page.places.length > 0 && { local_results: places(page) }),
    ...(page.questions.length > 0 && { related_questions: questions(page) }),
    ...(page.videos.length > 0 && { inline_videos: videosOf(page) }),
    ...organic(page),
    ...pagination(page, current),
  }
}

function search(req: Request, world: WorldState, credit: () => number): Answer {
  const key = param(req, 'api_key')
  const phrase = param(req, 'q')
  const gl = param(req, 'gl') ?? 'us'
  const hl = param(req, 'hl') ?? 'en'
  const current = wholeParam(req, 'page', 1, 1000)
  const size = wholeParam(req, 'num', 10, 100)
  if (key === undefined || key === 'invalid') return refuse(401, 'The API key you supplied is invalid.')
  if (phrase === undefined || phrase.trim() === '') return refuse(400, 'Missing required parameter: q.')
  if (!/^[a-z]{2}$/i.test(gl)) return refuse(400, `'${gl}' is not a valid value for gl.`)
  if (!/^[a-z]{2,3}([-_][a-z0-9]+)*$/i.test(hl)) return refuse(400, `'${hl}' is not a valid value for hl.`)
  if (current === null || current === 0) return refuse(400, 'page must be a whole number from 1.')
  if (size === null || size === 0) return refuse(400, 'num must be a whole number from 1 to 100.')
  const device = param(req, 'device')
  const place = param(req, 'location')
  if (!isPlace(place)) return refuse(400, `'${place}' is not a valid location.`)
  const page = pageOf(
    world.results(toQuery({ phrase, country: gl, language: hl, device, place })),
    (current - 1) * size,
    size,
  )
  return { status: 200, body: pageBody({ phrase, gl, hl, current, size }, page, credit()) }
}

/** ValueSERP's Google search, by docs.trajectdata.com/valueserp (response codes: August 2024); the key `organic_results` is absent where there are none. */
export function valueserp(world: WorldState): Provider {
  const routes = Router()
  let creditsUsed = 0
  routes.get('/search', (req, res) =>
    send(
      res,
      search(req, world, () => ++creditsUsed),
    ),
  )
  routes.use((_req, res) => send(res, refuse(404, 'Not found.')))
  return {
    name: 'valueserp',
    routes,
    refusals: {
      http500: refuse(500, 'An internal error occurred while processing your request.'),
      quota: refuse(402, 'You have used all of the credits in your plan.'),
      rate: refuse(429, 'Too many requests.'),
    },
  }
}
