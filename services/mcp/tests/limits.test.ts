import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress } from './support/agent.ts'
import { post, rpc } from './support/raw.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
let origin = ''
beforeAll(async () => {
  world = await startWorld()
  ;({ url, origin } = world.gateway)
})
afterAll(() => world.stop())

const list = rpc('tools/list')

describe('the minute', () => {
  it('the 31st request of a key is 429 with its id, whichever replica it reaches; handshakes do not count', async () => {
    const { secret } = await world.newKey('growth')
    const other = await world.startGateway(world.mcp.port)
    const at = [url, other.url]
    for (let i = 0; i < 5; i++) expect((await post(url, { token: secret, body: rpc('ping') })).status).toBe(200)
    const asked = Array.from({ length: 40 }, (_, i) =>
      post(at[i % 2] ?? '', { token: secret, body: rpc('tools/list', undefined, `n${i}`) }),
    )
    const replies = await Promise.all(asked)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    const [limited] = replies.filter(({ status }) => status === 429)
    expect(limited?.json.id).toMatch(/^n\d+$/)
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(
      (
        await post(url, {
          token: secret,
          body: rpc('initialize', {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 'x', version: '1' },
          }),
        })
      ).status,
    ).toBe(200)
  })

  it('the lobby has a minute a network', async () => {
    const from = freshAddress()
    const replies = await Promise.all(Array.from({ length: 40 }, () => post(url, { from, body: list })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    expect((await post(url, { body: list })).status).toBe(200)
  })

  it('handshakes and refused methods are capped by network', async () => {
    const from = freshAddress()
    const calls = Array.from({ length: 130 }, (_, i) =>
      i % 2 ? post(url, { from, method: 'GET' }) : post(url, { from, body: rpc('ping') }),
    )
    const replies = await Promise.all(calls)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('a key has handshakes of its own, wherever it comes from, and calls while they are used up', async () => {
    const from = freshAddress()
    const { secret: token } = await world.newKey('growth')
    const ping = rpc('ping')
    const replies = await Promise.all(Array.from({ length: 130 }, () => post(url, { token, body: ping })))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await post(url, { token, body: list })).status).toBe(200)
    const lobby = await Promise.all(Array.from({ length: 130 }, () => post(url, { from, body: ping })))
    expect(lobby.filter(({ status }) => status === 429)).toHaveLength(10)
    const other = (await world.newKey('growth')).secret
    expect((await post(url, { from, token: other, body: ping })).status).toBe(200)
  })

  it('calls of agents cost nothing of the day', async () => {
    const { accountId, secret } = await world.newKey('free')
    const server = await world.addKey(accountId, 'server')
    for (let i = 0; i < 25; i++) await post(url, { token: secret, body: list })
    const answer = await fetch(`${origin}/http/v1/projects`, { headers: { authorization: `Bearer ${server.secret}` } })
    expect(Object(await answer.json()).allowance).toMatchObject({ used: 1, limit: 20 })
  })
})
