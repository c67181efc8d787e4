import express, { type ErrorRequestHandler, type Express, type Response } from 'express'
import { controlRoutes } from './control/routes.ts'
import { autocomplete } from './formats/autocomplete.ts'
import { bing } from './formats/bing.ts'
import { brightdata } from './formats/brightdata.ts'
import { discord, slack } from './formats/chat.ts'
import { commoncrawl } from './formats/commoncrawl.ts'
import { dataforseo } from './formats/dataforseo/dataforseo.ts'
import { engines } from './formats/engines/engines.ts'
import { createGoogle } from './formats/google/google.ts'
import { googleAds } from './formats/google-ads.ts'
import { hasdata } from './formats/hasdata.ts'
import { mountProvider } from './formats/mount.ts'
import { openpagerank } from './formats/openpagerank.ts'
import { oxylabs } from './formats/oxylabs.ts'
import { searchapi } from './formats/searchapi.ts'
import { searxng } from './formats/searxng.ts'
import { serpapi } from './formats/serpapi.ts'
import { serper } from './formats/serper.ts'
import { serply } from './formats/serply.ts'
import { spaceserp } from './formats/spaceserp.ts'
import { valueserp } from './formats/valueserp.ts'
import { writer } from './formats/writer.ts'
import { payPages } from './payments/page.ts'
import { createPayments } from './payments/payments.ts'
import { sitesByHost, sitesByPath } from './sites.ts'
import { createCallLog } from './state/call-log.ts'
import { createFaults } from './state/faults.ts'
import { createRecordings } from './state/recordings.ts'
import { createWorldState } from './state/world-state.ts'
import { demoPast } from './world/demo-standings.ts'

/** `day` (`YYYY-MM-DD`), by default the clock's, holds until a control call sets another. */
export type SandboxOptions = { dataDir?: string; day?: string; clock: () => Date }

const refuse: ErrorRequestHandler = (error, _req, res, _next) => {
  const status: unknown = error?.status
  if (status === 413) res.status(413).json({ error: 'body: too large' })
  else if (typeof status === 'number' && status < 500) res.status(400).json({ error: 'body: not readable as JSON' })
  else res.status(500).json({ error: 'internal' })
}

/** `close` ends unanswered calls. */
export function createSandbox(options: SandboxOptions): { app: Express; close: () => void } {
  const { clock } = options
  const world = createWorldState(options)
  const faults = createFaults()
  const recordings = createRecordings()
  const log = createCallLog()
  const payments = createPayments(clock)
  const held = new Set<Response>()
  const hold = (res: Response) => {
    held.add(res)
    res.once('close', () => held.delete(res))
  }
  const release = () => {
    for (const res of held) res.destroy()
  }
  const google = createGoogle(world, clock)
  const providers = [
    serpapi(world, clock),
    dataforseo(world, clock),
    serper(world),
    valueserp(world),
    searchapi(world),
    hasdata(world),
    spaceserp(world),
    serply(world),
    brightdata(world),
    oxylabs(world),
    searxng(world),
    googleAds(world),
    autocomplete(),
    ...engines(world),
    writer(),
    bing(world),
    openpagerank(),
    commoncrawl(world),
    slack(),
    discord(),
    ...google.providers,
    ...payments.providers,
  ]
  const app = express().disable('x-powered-by').disable('etag')
  app.use(sitesByHost(world))
  app.get('/healthz', (_req, res) => {
    res.json({ ok: true, day: world.day() })
  })
  app.get('/demo', (_req, res) => {
    res.json(demoPast(world.day(), 365))
  })
  const names = providers.map(({ name }) => name)
  app.use(
    '/control',
    controlRoutes({ providers: names, world, faults, recordings, log, payments, google: google.tokens, release }),
  )
  app.use('/sites', sitesByPath(world))
  app.use('/google_consent', google.consent)
  app.use('/pay', payPages(payments))
  for (const provider of providers)
    app.use(`/${provider.name}`, mountProvider(provider, { world, log, faults, recordings, clock, hold }))
  app.use((_req, res) => {
    res.status(404).json({ error: 'no such route' })
  })
  app.use(refuse)
  return { app, close: release }
}
