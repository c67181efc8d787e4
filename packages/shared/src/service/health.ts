import type { AddressInfo } from 'node:net'
import express, { type RequestHandler } from 'express'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { isLoopback, isOwnHost } from '../loopback.ts'
import { inTime } from '../scheduling.ts'
import { createBuildInfo } from './build-info.ts'

/** A failed part that is not `required` leaves the replica in service. */
export type ReadinessCheck = { name: string; required: boolean; check(): Promise<boolean> }

export function createMetricsRegistry(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  // Misnamed as counters; the figures by type are the same.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  createBuildInfo(registry)
  return registry
}

/** Each metric once, with the samples of both threads. */
export function joinMetrics(one: string, other: string): string {
  const blocks = `${one}\n${other}`.split(/\n+(?=# HELP )/).map((block) => block.trim().split('\n'))
  const byHead = Map.groupBy(blocks, ([help, type]) => `${help}\n${type}`)
  const texts = [...byHead].map(([head, same]) => [head, ...same.flatMap((lines) => lines.slice(2))].join('\n'))
  return `${texts.join('\n\n')}\n`
}

const checkMs = 2_000

function lookAt(checks: readonly ReadinessCheck[]) {
  return Promise.all(
    checks.map(async ({ name, required, check }) => ({
      name,
      required,
      ok: await inTime(checkMs, check(), false).catch(() => false),
    })),
  )
}

/** The parts that a replica needs, as alarms read them. */
export function showParts(registry: Registry, checks: readonly ReadinessCheck[]): void {
  new Gauge({
    name: 'part_up',
    help: 'Whether this replica reaches what it needs: its database, the broker; 1 or 0',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const { name, ok } of await lookAt(checks)) this.set({ part: name }, ok ? 1 : 0)
    },
  })
}

export type AdminOptions = {
  host: string
  port: number
  metrics(): Promise<string>
  checks: readonly ReadinessCheck[]
  hasStarted(): boolean
  isDraining(): boolean
}

/** `/healthz` (process), `/readyz` (dependencies), `/metrics` (Prometheus). */
export async function startAdminServer(options: AdminOptions): Promise<{ port: number; close(): Promise<void> }> {
  const app = express()
  app.disable('x-powered-by')
  if (isLoopback(options.host)) app.use(refuseForeignHosts)
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }))
  app.get('/readyz', async (_req, res) => {
    const parts = await lookAt(options.checks)
    const ready = options.hasStarted() && !options.isDraining() && parts.every((part) => part.ok || !part.required)
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', draining: options.isDraining(), parts })
  })
  app.get(
    '/metrics',
    async (_req, res) => void res.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await options.metrics()),
  )
  const server = app.listen(options.port, options.host)
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  return { port: portOf(server.address()), close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Against DNS rebinding by web pages. */
const refuseForeignHosts: RequestHandler = (req, res, next) => {
  if (isOwnHost(req.headers.host)) next()
  else res.status(403).json({ status: 'this host is not served' })
}

export function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port')
  return address.port
}
