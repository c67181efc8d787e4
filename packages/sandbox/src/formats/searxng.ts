import { type Request, Router } from 'express'
import type { WorldState } from '../state/world-state.ts'
import { toQuery } from '../world/query.ts'
import type { OrganicResult } from '../world/results-page.ts'
import { pageOf } from '../world/world.ts'
import { type Answer, type Provider, param, send, wholeParam } from './provider.ts'

const pageSize = 10

function result(item: OrganicResult, engine: string, position: number) {
  const { protocol, host, pathname, search } = new URL(item.url)
  return {
    url: item.url,
    title: item.title,
    content: item.snippet,
    publishedDate: null,
    thumbnail: '',
    engine,
    template: 'default.html',
    parsed_url: [protocol.slice(0, -1), host, pathname, '', search.slice(1), ''],
    engines: [engine],
    positions: [position],
    score: 1 / position,
    category: 'general',
  }
}

function localeOf(req: Request): { language?: string; country?: string } {
  const match = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i.exec(param(req, 'language') ?? '')
  return { ...(match?.[1] ? { language: match[1] } : {}), ...(match?.[2] ? { country: match[2] } : {}) }
}

function search(req: Request, world: WorldState): Answer {
  const phrase = param(req, 'q')
  const engine = param(req, 'engines')?.split(',')[0] ?? 'google'
  const pageno = wholeParam(req, 'pageno', 1, 1000)
  if (phrase === undefined || phrase.trim() === '') return { status: 400, body: { error: 'No query' } }
  if (pageno === null || pageno === 0) return { status: 400, body: { error: 'Invalid value for pageno' } }
  const results = world.results(toQuery({ phrase, ...localeOf(req), engine }))
  const page = pageOf(results, (pageno - 1) * pageSize, pageSize)
  const body = {
    query: phrase,
    number_of_results: page.organic.length === 0 ? 0 : page.estimatedTotal,
    results: page.organic.map((item, i) => result(item, engine, i + 1)),
    answers: [],
    corrections: [],
    infoboxes: page.knowledge === null ? [] : [{ infobox: page.knowledge.title, content: page.knowledge.description }],
    suggestions: page.related,
    unresponsive_engines: [],
  }
  return { status: 200, body }
}

/** SearXNG's JSON search, by docs.searxng.org/dev/search_api (November 2026): ten results a page, no key. A blocked engine is a 200 without results that names it. */
export function searxng(world: WorldState): Provider {
  const routes = Router()
  routes.get('/search', (req, res) => {
    // A default installation offers only HTML.
    if (param(req, 'format') === 'json') send(res, search(req, world))
    else res.status(403).type('html').send('<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1>')
  })
  routes.use((_req, res) => send(res, { status: 404, body: { error: 'Not Found' } }))
  const nothing = {
    query: '',
    number_of_results: 0,
    results: [],
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
  }
  return {
    name: 'searxng',
    routes,
    refusals: {
      http500: { status: 500, body: { error: 'Internal Server Error' } },
      quota: { status: 200, body: { ...nothing, unresponsive_engines: [['google', 'Suspended: CAPTCHA']] } },
      rate: { status: 429, body: { error: 'Too Many Requests' } },
    },
  }
}
