import express, { type Request, type Response, Router } from 'express'
import type { CallLog } from '../state/call-log.ts'
import { withoutSecrets } from '../state/call-log.ts'
import type { Faults } from '../state/faults.ts'
import type { Recordings } from '../state/recordings.ts'
import type { WorldState } from '../state/world-state.ts'
import { jsonBody, type Provider, send } from './provider.ts'

type Deps = {
  world: WorldState
  log: CallLog
  faults: Faults
  recordings: Recordings
  clock: () => Date
  hold: (res: Response) => void
}

const captchaPage = `<!DOCTYPE html><html><head><title>Sorry...</title></head><body><h1>Our systems have detected unusual
traffic from your computer network.</h1><form id="captcha-form" action="index" method="post"></form></body></html>`
const cutJson = '{"search_metadata":{"status":"Success"},"organic_results":[{"position":1,"title":"Cut of'

/** For the log: query parameters and fields of a body or form; a list of tasks as `tasks`. */
function asked(req: Request): unknown {
  const body = jsonBody(req)
  if (Array.isArray(body)) return withoutSecrets({ ...req.query, tasks: body })
  const form = req.is('application/x-www-form-urlencoded') ? new URLSearchParams(String(req.body)) : []
  return withoutSecrets({ ...req.query, ...Object.fromEntries(form), ...(typeof body === 'object' ? body : {}) })
}

/** A phrase may be inside a field with an address. */
function textOf(query: unknown): string {
  return JSON.stringify(query).replaceAll('+', ' ')
}

type Fault = NonNullable<ReturnType<Faults['next']>>
const slowMs = 1_500

function failAs(provider: Provider, fault: Fault, res: Response, deps: Deps, next: () => void): void {
  switch (fault.mode) {
    case 'lost':
      res.locals.lost = true
      deps.hold(res)
      next()
      return
    case 'held':
      deps.hold(res)
      deps.faults.keep(provider.name, next)
      return
    case 'timeout':
      deps.hold(res)
      return
    case 'empty':
      res.status(200).type('json').end()
      return
    case 'garbage':
      // In turn: a page instead of JSON, and JSON that ends early.
      if (fault.before % 2 === 0) res.status(200).type('html').send(captchaPage)
      else res.status(200).type('json').send(cutJson)
      return
    case 'http500':
    case 'quota':
    case 'rate':
      send(res, provider.refusals[fault.mode])
      return
    case 'denied':
    case 'day':
    case 'cut':
      send(res, provider.refusals[fault.mode] ?? provider.refusals.http500)
      return
    case 'slow':
      setTimeout(next, slowMs)
      return
    case 'withheld':
    case 'emptied':
    case 'poisoned':
    case 'sealed':
    case 'short':
    case 'repeated':
    case 'captcha':
    case 'unusual':
    case 'respelled':
      deps.world.spoil(fault.mode, next)
      return
    default: {
      const missing: never = fault.mode
      throw new Error(`unknown mode ${missing}`)
    }
  }
}

export function mountProvider(provider: Provider, deps: Deps): Router {
  const router = Router()
  router.use(express.text({ type: () => true, limit: '4mb' }))
  router.use((req, res, next) => {
    const path = `${req.baseUrl}${req.path}`
    const call = { at: deps.clock().toISOString(), provider: provider.name, path, query: asked(req), status: null }
    const entry: Parameters<CallLog['add']>[0] = call
    deps.log.add(entry)
    res.once('finish', () => {
      entry.status = res.statusCode
    })
    const fault = deps.faults.next(provider.name, req.path, textOf(call.query))
    const recorded = deps.recordings.find(provider.name, req.method, req.path)
    if (fault === null && recorded) send(res, recorded)
    else if (fault === null) next()
    else failAs(provider, fault, res, deps, next)
  })
  router.use(provider.routes)
  return router
}
