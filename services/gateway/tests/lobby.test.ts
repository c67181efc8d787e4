import { until } from '@rts/local/testing/until'
import { mcpPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw } from './support/raw-client.ts'
import { call, type Gateway, type Key, startWorld, type World } from './support.ts'

let world: World
let gateway: Gateway
let key: Key
let agentKey: Key
let hosts = 0
beforeAll(async () => {
  world = await startWorld()
  const env = { MCP_URL: world.projects.url, TRUSTED_PROXY_HOPS: '1', UPSTREAM_MAX_IN_FLIGHT: '16' }
  gateway = await world.start({ env })
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey()
  agentKey = await world.addKey(key.accountId, 'lasting')
  world.projects.answerWith()
})

type Asked = { from: string; secret?: string; method?: string; params?: object; to?: Gateway }

async function ask({ from, secret, method = 'tools/list', params = {}, to = gateway }: Asked) {
  const reply = await fetch(`http://127.0.0.1:${to.port}${mcpPath}`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': from,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  return { status: reply.status, headers: reply.headers, json: Object(await reply.json()) }
}
const freshAddress = () => `203.0.113.${++hosts}`
const many = <T>(count: number, one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one))
const statuses = (replies: { status: number }[]) => [...new Set(replies.map(({ status }) => status))].sort()

describe('a flood of one address without a key', () => {
  it('takes no place and no turn of callers with keys, although the database holds up every one of it', async () => {
    const from = freshAddress()
    expect((await ask({ from })).status).toBe(200)
    const client = await world.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM agent_minute FOR UPDATE')
    let isOver = false
    const flood = many(300, () => ask({ from })).finally(() => {
      isOver = true
    })
    await until(
      'the flood to wait',
      async () => (await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount,
    )
    const [agents, reads] = await Promise.all([
      many(15, () => ask({ from: '198.51.100.1', secret: agentKey.secret })),
      many(15, () => call(gateway, { key: key.secret })),
    ])
    expect([statuses(agents), statuses(reads), isOver]).toEqual([[200], [200], false])
    await client.query('ROLLBACK')
    client.release()
    const replies = await flood
    expect(statuses(replies).filter((status) => ![200, 429, 503].includes(status))).toEqual([])
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThan(30)
    for (const { status, headers } of replies)
      if (status !== 200) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('leaves another address its own minute', async () => {
    const from = freshAddress()
    for (let i = 0; i < 4; i++) await many(10, () => ask({ from }))
    expect((await ask({ from })).status).toBe(429)
    expect((await ask({ from: freshAddress() })).status).toBe(200)
  })

  it('takes no memory of callers with keys by bodies that never end', async () => {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(60_000) } })
    const head = `POST ${mcpPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: */*\r\nContent-Length: 65000\r\n\r\n`
    const slow = await many(300, () => connectRaw(gateway.port))
    for (const connection of slow) connection.send(head + message)
    await until('the bodies to leave', () => slow.every(({ socket }) => socket.writableLength === 0))
    const large = { from: freshAddress(), secret: agentKey.secret, params: { x: 'x'.repeat(200_000) } }
    expect(statuses(await many(5, () => ask(large)))).toEqual([200])
    for (const { socket } of slow) socket.destroy()
  })
})

describe('handshakes', () => {
  let wide: Gateway
  beforeAll(async () => {
    wide = await world.start({ env: { MCP_URL: world.projects.url, TRUSTED_PROXY_HOPS: '1' } })
  })
  const shake = (from: string, secret?: string) =>
    ask({ from, method: 'initialize', to: wide, ...(secret ? { secret } : {}) })

  it('of an office of keys behind one address all pass', async () => {
    const from = freshAddress()
    const keys = await Promise.all(Array.from({ length: 5 }, () => world.addKey(key.accountId, 'lasting')))
    const replies = await Promise.all(keys.map(({ secret }) => many(30, () => shake(from, secret))))
    expect(statuses(replies.flat())).toEqual([200])
  })

  it('of one key are 120 a minute, apart from its thirty: the 121st is 429 with its id', async () => {
    const replies = await many(125, () => shake(freshAddress(), agentKey.secret))
    const refused = replies.filter(({ status }) => status === 429)
    expect([refused.length, replies.filter(({ status }) => status === 200).length]).toEqual([5, 120])
    expect(refused[0]?.json).toMatchObject({
      id: 7,
      error: { message: expect.stringMatching(/^More than 120 requests/) },
    })
    expect((await ask({ from: freshAddress(), secret: agentKey.secret, to: wide })).status).toBe(200)
  })

  it('without a key are 120 a minute by address', async () => {
    const from = freshAddress()
    const replies = await many(130, () => shake(from))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})
