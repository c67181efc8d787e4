import type { Socket } from 'node:net'
import { until } from '@rts/local/testing/until'
import { mcpPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw } from './support/raw-client.ts'
import { problem } from './support/simulated-service.ts'
import { call, type Gateway, type Key, requestText, settles, startWorld, type World } from './support.ts'

let world: World
let gateway: Gateway
let key: Key

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  gateway = await world.start({ env: { MCP_URL: world.projects.url } })
  key = await world.newKey('free')
  world.projects.answerWith()
})

/** All lines of a metric without its name: labels and value. */
const linesOf = async (name: string) => {
  const text = await gateway.parts.registry.getSingleMetricAsString(name.replace(/_count$/, ''))
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`))
  return lines.map((line) => line.slice(name.length).replace(/,?service="gateway",?/, '')).sort()
}
const shows = (name: string, lines: string[]) =>
  settles(name, async () => (await linesOf(name)).join(' '), [...lines].sort().join(' '))
const read = (path = '/projects') => call(gateway, { key: key.secret, path })
const spend = (used: number) =>
  world.database.pool.query(
    `INSERT INTO allowance_day (account_id, day, charged, day_limit) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 20)
     ON CONFLICT (account_id, day) DO UPDATE SET charged = $2`,
    [key.accountId, used],
  )

describe('gateway_requests_total', () => {
  it('has a request whose client went away as 499, and not as served', async () => {
    const held: Socket[] = []
    world.projects.answerWith((_request, socket) => void held.push(socket))
    const connection = await connectRaw(gateway.port)
    connection.send(requestText({ key: key.secret }))
    await until('the call to arrive', () => held.length === 1)
    connection.socket.destroy()
    await shows('gateway_requests_total', ['{operation="sites.list",status="499"} 1'])
  })
})

describe('gateway_near_limit_total', () => {
  it('counts charged calls alone', async () => {
    await spend(15)
    await read()
    await shows('gateway_near_limit_total', ['{} 1'])
    await spend(20)
    await read()
    await read('/nowhere')
    await spend(18)
    world.projects.answerWith((_request, socket) => void socket.write(problem(404, 'not_found')))
    await read('/projects/x')
    await shows('gateway_request_seconds_count', ['{} 4'])
    await shows('gateway_near_limit_total', ['{} 1'])
  })
})

describe('gateway_denials_total', () => {
  it('has each refusal of the gateway by its problem code, and none of a service', async () => {
    await spend(20)
    await call(gateway, {})
    await call(gateway, { key: 'garbage' })
    await call(gateway, { key: key.secret, headers: ['Origin: https://a.example'] })
    await call(gateway, { key: key.secret, method: 'POST', body: '{}' })
    world.projects.answerWith((_request, socket) => void socket.write(problem(404, 'not_found')))
    await read('/projects/x')
    await shows('gateway_denials_total', [
      '{reason="missing_key"} 1',
      '{reason="invalid_key"} 1',
      '{reason="browser_not_allowed"} 1',
      '{reason="allowance_exhausted"} 1',
    ])
  })

  it('has strikes and what they revoked beside it', async () => {
    for (let i = 0; i < 6; i++) await read('/nowhere')
    await shows('gateway_denials_total', ['{reason="path_not_listed"} 5', '{reason="invalid_key"} 1'])
    await shows('gateway_strikes_total', ['{} 5'])
    await shows('gateway_revocations_total', ['{} 1'])
  })
})

describe('gateway_upstream_seconds', () => {
  it('has the calls that went to a service, by service', async () => {
    await read()
    await read('/nowhere')
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    await fetch(`http://127.0.0.1:${gateway.port}${mcpPath}`, { method: 'POST', headers, body })
    await shows('gateway_upstream_seconds_count', ['{upstream="projects"} 1', '{upstream="mcp"} 1'])
  })
})

describe('gateway_backup_age_seconds', () => {
  const value = async (name: string) =>
    Number((await gateway.parts.registry.getSingleMetricAsString(name)).trim().split(' ').at(-1))

  it('is the age of the last back-up, and no number while there is none', async () => {
    expect(await value('gateway_backup_age_seconds')).toBeNaN()
    expect(await value('gateway_archived_wal_age_seconds')).toBeNaN()
    await world.database.pool.query("INSERT INTO last_backup (ended_at) VALUES (now() - interval '1 day')")
    expect(Math.abs((await value('gateway_backup_age_seconds')) - 86_400)).toBeLessThan(60)
  })
})
