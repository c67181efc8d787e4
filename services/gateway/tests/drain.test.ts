import type { ServerResponse } from 'node:http'
import { until } from '@rts/local/testing/until'
import { commonVariables } from '@rts/shared/common-variables'
import { declarationOf } from '@rts/shared/config'
import { createServiceServer } from '@rts/shared/service/http-server'
import { type RunningService, runService } from '@rts/shared/service/run-service'
import { testKeys } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { emptyList } from './support/simulated-service.ts'
import { call, startWorld, type World } from './support.ts'

/** As long as in containers. */
const drainMs = Number(declarationOf(commonVariables.DRAIN_MS)?.container)
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

type Sockets = { opened: number; endedByGateway: number }

/** A service that holds its answers until `release`. */
async function startService(env = { DRAIN_MS: 0 }) {
  const held: ServerResponse[] = []
  const sockets: Sockets = { opened: 0, endedByGateway: 0 }
  const server = createServiceServer((req, res) => {
    req.resume()
    held.push(res)
  }).on('connection', (socket) => {
    sockets.opened++
    socket.once('end', () => sockets.endedByGateway++)
  })
  const config = { HOST: '127.0.0.1', PORT: 0, ADMIN_PORT: 0, NATS_URL: inject('natsUrl'), ...testKeys('gateway') }
  const more = { LOG_LEVEL: 'silent', DISABLED_SERVICES: [], TRACE_SHARE: 0 }
  const service: RunningService = await runService('projects', { ...config, ...more, ...env }, () => ({
    server,
    drain: async () => {},
  }))
  const release = () => {
    for (const res of held.splice(0)) res.setHeader('content-type', 'application/json').end(JSON.stringify(emptyList))
  }
  return { ...service, url: `http://127.0.0.1:${service.port}`, sockets, held, release }
}

it('of a gateway’s connections none is left when a stopping service ends them: no request can meet that', async () => {
  const service = await startService({ DRAIN_MS: drainMs })
  const gateway = await world.start({ env: { PROJECTS_URL: service.url } })
  const key = await world.newKey()
  const calls = Array.from({ length: 8 }, () => call(gateway, { key: key.secret, method: 'POST', body: '{}' }))
  await until('the calls to arrive', () => service.held.length === 8)
  service.release()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
  await service.stop()
  expect(service.sockets).toEqual({ opened: 8, endedByGateway: 8 })
})

it('an answer that was under way when a service began to stop closes its connection', async () => {
  const service = await startService()
  const answered = fetch(service.url, { method: 'POST', body: '{}' })
  await until('the call to arrive', () => service.held.length === 1)
  const stopped = service.stop()
  await until('the service to stop', async () => {
    const { status } = await fetch(`http://127.0.0.1:${service.adminPort}/readyz`)
    return status === 503
  })
  service.release()
  expect((await answered).headers.get('connection')).toBe('close')
  await stopped
})
