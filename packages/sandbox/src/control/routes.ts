import { dayMs } from '@rts/shared/clock'
import { isOwnHost } from '@rts/shared/loopback'
import express, { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import type { GoogleTokens } from '../formats/google/tokens.ts'
import { paymentControls } from '../payments/control.ts'
import type { Payments } from '../payments/payments.ts'
import { isServed } from '../sites.ts'
import type { CallLog } from '../state/call-log.ts'
import { type Faults, faultInput } from '../state/faults.ts'
import { type Recordings, recordingInput } from '../state/recordings.ts'
import type { WorldState } from '../state/world-state.ts'
import { answerKey } from '../world/answers.ts'
import { answerOverride, dayText, noOverrides, serpKey, serpOverride, siteOverride } from '../world/overrides.ts'
import { googleControl } from './google.ts'
import { readInput } from './input.ts'

type Deps = {
  providers: readonly string[]
  world: WorldState
  faults: Faults
  recordings: Recordings
  log: CallLog
  payments: Payments
  google: GoogleTokens
  release: () => void
}

const dayInput = z.strictObject({ date: dayText })
const delayInput = z.strictObject({ delayMs: z.int().min(0).max(dayMs) })
const callsInput = (providers: readonly string[]) =>
  z.strictObject({
    provider: z.enum(providers).optional(),
    since: z.iso
      .datetime({ offset: true, message: 'must be a timestamp' })
      .transform((at) => new Date(at))
      .optional(),
  })
const siteHost = z.strictObject({
  host: z
    .string()
    .toLowerCase()
    .refine(isServed, 'must be a host under sandbox.example, or one of the demo site’s rivals'),
})

function worldRoutes({ world }: Deps): Router {
  const routes = Router()
  routes.put('/serp', (req, res) => {
    const set = readInput(serpOverride, req.body, res)
    if (set === null) return
    const serp = { ...world.current().serp, [serpKey(set.keyword, set.country, set.language)]: set }
    world.change({ ...world.current(), serp })
    res.json({ ok: true })
  })
  routes.put('/answers', (req, res) => {
    const set = readInput(answerOverride, req.body, res)
    if (set === null) return
    const answers = { ...world.current().answers, [answerKey(set.prompt, set.engine)]: set }
    world.change({ ...world.current(), answers })
    res.json({ ok: true })
  })
  routes.put('/sites/:host', (req, res) => {
    const named = readInput(siteHost, req.params, res)
    const site = named && readInput(siteOverride, req.body, res)
    if (named === null || site === null) return
    world.change({ ...world.current(), sites: { ...world.current().sites, [named.host]: site } })
    res.json({ ok: true })
  })
  routes.post('/day', (req, res) => {
    const input = readInput(dayInput, req.body, res)
    if (input === null) return
    world.change({ ...world.current(), day: input.date })
    res.json({ day: world.day() })
  })
  routes.post('/queue', (req, res) => {
    const input = readInput(delayInput, req.body, res)
    if (input === null) return
    world.change({ ...world.current(), queueDelayMs: input.delayMs })
    res.json({ ok: true })
  })
  routes.post('/live', (req, res) => {
    const input = readInput(delayInput, req.body, res)
    if (input === null) return
    world.change({ ...world.current(), liveDelayMs: input.delayMs })
    res.json({ ok: true })
  })
  return routes
}

/** A web page could send a simple POST to loopback, or read it under its own name. */
const refusePages: RequestHandler = (req, res, next) => {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  if (origin === undefined && site === undefined && isOwnHost(host)) next()
  else res.status(403).json({ error: 'web pages are not served' })
}

export function controlRoutes(deps: Deps): Router {
  const { providers, world, faults, recordings, log } = deps
  const routes = Router()
  routes.use(refusePages)
  routes.use(express.json({ type: () => true, limit: '16mb' }))
  routes.use(worldRoutes(deps))
  routes.use(googleControl(world, deps.google))
  routes.use(paymentControls(deps.payments))
  routes.post('/fail', (req, res) => {
    const fault = readInput(faultInput(providers), req.body, res)
    if (fault === null) return
    faults.set(fault)
    res.json({ ok: true })
  })
  routes.post('/release', (req, res) => {
    const input = readInput(z.strictObject({ provider: z.enum(providers) }), req.body, res)
    if (input !== null) res.json({ released: faults.letGo(input.provider) })
  })
  routes.put('/recorded', (req, res) => {
    const recording = readInput(recordingInput, req.body, res)
    if (recording === null) return
    recordings.set(recording.exchanges)
    res.json({ ok: true })
  })
  routes.get('/calls', (req, res) => {
    const filter = readInput(callsInput(providers), req.query, res)
    if (filter === null) return
    res.json({ calls: log.list({ provider: filter.provider, since: filter.since }) })
  })
  routes.post('/reset', (_req, res) => {
    world.change(noOverrides())
    faults.reset()
    recordings.set([])
    log.reset()
    deps.google.reset()
    deps.payments.reset()
    deps.release()
    res.json({ ok: true })
  })
  return routes
}
