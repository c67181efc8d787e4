import type { Socket } from 'node:net'
import { until } from '@rts/local/testing/until'
import { mcpPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, emptyList, problem } from './support/simulated-service.ts'
import { call, type Gateway, type Key, startWorld, type World } from './support.ts'

let world: World
let key: Key
let agentKey: Key
let underWay: Promise<unknown>[] = []
const held: Socket[] = []
const gateways = new Map<string, Gateway>()

beforeAll(async () => {
  world = await startWorld()
  gateways.set('whose breakers are open', await openedGateway())
  gateways.set('whose places are taken', await filledGateway())
})
afterAll(async () => {
  for (const socket of held) socket.write(answer(200, emptyList))
  await Promise.all(underWay)
  await world.stop()
})
beforeEach(async () => {
  key = await world.newKey()
  agentKey = await world.addKey(key.accountId, 'lasting')
})

async function openedGateway(): Promise<Gateway> {
  const now = new Date()
  const gateway = await world.start({ env: { MCP_URL: world.projects.url }, clock: { now: () => now } })
  const first = await world.newKey()
  const { secret } = await world.addKey(first.accountId, 'lasting')
  world.projects.answerWith((_request, socket) => void socket.write(problem(500, 'internal')))
  for (let i = 0; i < 20; i++) await Promise.all([call(gateway, { key: first.secret }), agent(gateway, secret)])
  return gateway
}

async function filledGateway(): Promise<Gateway> {
  const gateway = await world.start({ env: { MCP_URL: world.projects.url, UPSTREAM_MAX_IN_FLIGHT: '1' } })
  const first = await world.newKey()
  const { secret } = await world.addKey(first.accountId, 'lasting')
  world.projects.answerWith((_request, socket) => void held.push(socket))
  underWay = [call(gateway, { key: first.secret }), agent(gateway, secret)]
  await until('both calls to arrive', () => held.length === 2)
  return gateway
}

async function agent(gateway: Gateway, secret: string, method = 'tools/list') {
  const reply = await fetch(`http://127.0.0.1:${gateway.port}${mcpPath}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
  })
  await reply.text()
  return reply
}

const fillMinute = ({ id }: Key, count: number) =>
  world.database.pool.query(
    'UPDATE key_minute SET stamps = array_fill(clock_timestamp(), ARRAY[$2::int]) WHERE key_id = $1',
    [id, count],
  )
const spend = (used: number) =>
  world.database.pool.query(
    `INSERT INTO allowance_day (account_id, day, charged, day_limit) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 400)`,
    [key.accountId, used],
  )

describe.each(['whose breakers are open', 'whose places are taken'])('a replica %s', (what) => {
  const gateway = () => {
    const known = gateways.get(what)
    if (!known) throw new Error('the gateway did not start')
    return known
  }

  it('is 401 to a revoked key, at both doors', async () => {
    await Promise.all([world.revoke(key.id), world.revoke(agentKey.id)])
    expect(await call(gateway(), { key: key.secret })).toMatchObject({ status: 401, json: { code: 'invalid_key' } })
    expect((await agent(gateway(), agentKey.secret)).status).toBe(401)
    expect((await agent(gateway(), 'garbage')).status).toBe(401)
  })

  it('is 429 to a key whose minute is full, at both doors; a handshake has another minute', async () => {
    await Promise.all([fillMinute(key, 30), fillMinute(agentKey, 30)])
    const refused = await call(gateway(), { key: key.secret })
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited', allowance: { limit: 400 } } })
    expect(refused.header('ratelimit')).toMatch(/^"minute";r=0;t=(59|60), "day";r=400;/)
    expect((await agent(gateway(), agentKey.secret)).status).toBe(429)
    expect((await agent(gateway(), agentKey.secret, 'initialize')).status).toBe(503)
  })

  it('is 503 to any other key with its day and minute, counts nothing and charges nothing', async () => {
    await Promise.all([fillMinute(key, 3), fillMinute(agentKey, 29), spend(7)])
    for (const more of [{}, { method: 'POST', body: '{}' }]) {
      const refused = await call(gateway(), { key: key.secret, ...more })
      expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable', allowance: { used: 7, limit: 400 } } })
      expect(refused.header('ratelimit')).toMatch(/^"minute";r=27;t=\d+, "day";r=393;/)
      expect(refused.header('ratelimit-policy')).toBe('"minute";q=30;w=60, "day";q=400;w=86400')
    }
    const asAgent = await agent(gateway(), agentKey.secret)
    expect([asAgent.status, asAgent.headers.get('ratelimit')?.slice(0, 12)]).toEqual([503, '"minute";r=1'])
    expect([await world.stamps(key.id), await world.stamps(agentKey.id)]).toEqual([3, 29])
    expect(await world.day(key.accountId)).toEqual({ used: 7, charged: 7, givenBack: 0 })
  })
})

it('a replica whose memory for bodies is full lets key and minute answer first', async () => {
  const gateway = await world.start({ env: { BODY_BUDGET_BYTES: '1024' } })
  const write = { method: 'POST', key: key.secret, body: `{"name":"${'x'.repeat(1_100)}"}` }
  expect(await call(gateway, write)).toMatchObject({ status: 503, json: { allowance: { limit: 400 } } })
  await fillMinute(key, 30)
  expect((await call(gateway, write)).status).toBe(429)
  await world.revoke(key.id)
  expect((await call(gateway, write)).status).toBe(401)
})
