import { createServer } from 'node:http'
import { type Broker as LocalBroker, startBroker } from '@rts/local/broker/broker'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import { createLogger } from '@rts/shared/logger'
import { openBroker } from '@rts/shared/service/broker'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { runService } from '@rts/shared/service/run-service'
import { signerOfAll, testKeys } from '@rts/shared/testing/secrets'
import { afterEach, expect, it } from 'vitest'

const logger = createLogger('test', 'silent')
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function brokerAt(port: number): Promise<LocalBroker> {
  const broker = await startBroker({ port, production: false })
  ends.push(broker.close)
  return broker
}

async function open(port: number) {
  const nats = await openBroker(`nats://127.0.0.1:${port}`, 'test', logger)
  ends.push(nats.drain)
  return nats
}

it('without a broker a call is unavailable at once; a subscription hears from the moment on that one is there', async () => {
  const nats = await open(await freePort())
  // Its own time ends only after the test's.
  const rpc = createRpcClient({ nats, sign: signerOfAll(), timeoutMs: 600_000 })
  const caller = { kind: 'system', accountId: 'a', plan: 'free', keyId: null, role: null, siteIds: null } as const
  const call = rpc('sites.list', { query: {} }, { ...caller, collect: 'deny', requestId: 'r' })
  await expect(call).rejects.toMatchObject({ code: 'unavailable' })

  const port = await freePort()
  const late = await open(port)
  late.subscribe('greet', { callback: (_error, message) => message.respond('hello') })
  await brokerAt(port)
  const greeting = () =>
    late.request('greet', '', { timeout: 1_000 }).then(
      (message) => message.string(),
      () => false,
    )
  expect(await until('the late subscription', greeting)).toBe('hello')
})

it('a call under way fails when the broker goes, and subscriptions hear again when it is back', async () => {
  const port = await freePort()
  const first = await brokerAt(port)
  const nats = await open(port)
  let isAsked = false
  nats.subscribe('wait', { callback: () => (isAsked = true) })
  nats.subscribe('greet', { callback: (_error, message) => message.respond('hello') })
  const underWay = expect(nats.request('wait', '', { timeout: 60_000 })).rejects.toMatchObject({ code: 'unavailable' })
  await until('the call to be under way', () => isAsked)
  await first.close()
  await underWay
  await brokerAt(port)
  const greeting = () =>
    nats.request('greet', '', { timeout: 1_000 }).then(
      (message) => message.string(),
      () => false,
    )
  expect(await until('the broker to be back', greeting)).toBe('hello')
})

it('a service starts and serves without a broker, and is whole once there is one', async () => {
  const port = await freePort()
  const config = { HOST: '127.0.0.1', PORT: 0, ADMIN_PORT: 0, NATS_URL: `nats://127.0.0.1:${port}`, DRAIN_MS: 0 }
  const silent = { ...testKeys('projects'), LOG_LEVEL: 'silent', DISABLED_SERVICES: [], TRACE_SHARE: 1 }
  const server = createServer((_req, res) => void res.end('served'))
  const service = await runService('mcp', { ...config, ...silent }, () => ({ server, drain: async () => {} }))
  ends.push(service.stop)
  const statusOf = async (at: number, path: string) => (await fetch(`http://127.0.0.1:${at}${path}`)).status
  expect(await statusOf(service.port, '/')).toBe(200)
  expect(await statusOf(service.adminPort, '/healthz')).toBe(200)
  expect(await statusOf(service.adminPort, '/readyz')).toBe(503)
  await brokerAt(port)
  await until('the service to be ready', async () => (await statusOf(service.adminPort, '/readyz')) === 200)
})
