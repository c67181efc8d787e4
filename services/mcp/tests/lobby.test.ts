import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { age } from './support/age.ts'
import { connectAgent, freshAddress, newGuest } from './support/agent.ts'
import { post, rpc, toolCall } from './support/raw.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
})
afterAll(() => world.stop())

const guests = async () => Number((await world.database.pool.query('SELECT count(*) FROM guest')).rows[0].count)

describe('without a key', () => {
  it('the list is exactly register', async () => {
    expect(await (await connectAgent(url)).tools()).toEqual(['register'])
  })

  it('another tool answers what to do, and never 401', async () => {
    const { status, json } = await post(url, { body: toolCall('rank_history', { keyword_id: 'x' }, 'q7') })
    expect([status, json.id]).toEqual([200, 'q7'])
    expect(json.result?.isError).toBe(true)
    expect(JSON.stringify(json.result)).toContain('Call register')
  })

  it('the same client still sees register alone after it registered; a new one with the token sees the rest and no register', async () => {
    const from = freshAddress()
    const lobby = await connectAgent(url, { from })
    const { data } = await lobby.call('register', { agent_name: 'Probe' })
    expect(await lobby.tools()).toEqual(['register'])
    const guest = await connectAgent(url, { token: String(data.token), from })
    const tools = await guest.tools()
    expect(tools).toHaveLength(21)
    expect(tools).not.toContain('register')
  })

  it('register answers the token once, with how clients are configured and what to do next', async () => {
    const { data, text } = await (await connectAgent(url)).call('register')
    expect(data).toMatchObject({ tokenType: 'Bearer', limits: { sites: 1, keywords: 2 } })
    const clients = ['claudeCode', 'claudeAi', 'cursor', 'vscode', 'codex', 'geminiCli', 'chatgpt', 'mcpRemote', 'http']
    expect(Object.keys(Object(data).clientConfig)).toEqual(clients)
    expect(text.split(String(Object(data).token))).toHaveLength(2)
    expect(text.match(/Bearer <token>/g)?.length).toBeGreaterThanOrEqual(clients.length - 2)
    const hours = (Date.parse(Object(data).expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(47.9)
    expect(hours).toBeLessThanOrEqual(48)
  })
})

describe('one guest a network', () => {
  it('twenty parallel registers make one guest and one token', async () => {
    const [before, from] = [await guests(), freshAddress()]
    const body = toolCall('register')
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(url, { body, from })))
    expect(replies.filter(({ json }) => json.result?.isError !== true)).toHaveLength(1)
    expect(await guests()).toBe(before + 1)
  })

  it('a second register within a minute is refused with the time to wait', async () => {
    const from = freshAddress()
    const lobby = await connectAgent(url, { from })
    await lobby.call('register')
    const again = await lobby.call('register')
    expect(again.isError).toBe(true)
    expect(again.text).toMatch(/Try again in (5\d|60) seconds/)
    expect(again.text).not.toContain('rts_gk_')
  })

  it('a minute after an unused one it gives a second token for the same guest, and the first to be used wins', async () => {
    const from = freshAddress()
    const lobby = await connectAgent(url, { from })
    const first = String((await lobby.call('register')).data.token)
    const before = await guests()
    await age(world.database.pool, first, '61 seconds')
    const second = String((await lobby.call('register')).data.token)
    expect(await guests()).toBe(before)
    expect(second).not.toBe(first)
    expect((await post(url, { token: first, body: rpc('tools/list') })).status).toBe(200)
    expect((await post(url, { token: second, body: rpc('tools/list') })).status).toBe(401)
    expect((await post(url, { token: first, body: rpc('tools/list') })).status).toBe(200)
  })

  it('both tokens used at once: exactly one is a key', async () => {
    for (let i = 0; i < 5; i++) {
      const from = freshAddress()
      const lobby = await connectAgent(url, { from })
      const first = String((await lobby.call('register')).data.token)
      await age(world.database.pool, first, '61 seconds')
      const second = String((await lobby.call('register')).data.token)
      const body = rpc('tools/list')
      const replies = await Promise.all([first, second].map((token) => post(url, { token, body })))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    }
  })

  it('once a token was used there is no other until the guest ends', async () => {
    const { token, from } = await newGuest(url)
    await age(world.database.pool, token, '10 minutes')
    const again = await (await connectAgent(url, { from })).call('register')
    expect(again.isError).toBe(true)
    expect(again.text).toMatch(
      /^This network has a guest until 20\S+Z\. If you registered before, send the token that you saved/,
    )
    expect(again.text).toContain('by OAuth at https://ranks.example/mcp/connect')
    expect(again.text).toMatch(/Or register again once a guest has ended\.$/)
  })

  it('after 48 hours the token is 401, and the network may register again', async () => {
    const { token, from } = await newGuest(url)
    await age(world.database.pool, token, '48 hours')
    const { status, headers, json } = await post(url, { token, body: rpc('tools/list', undefined, 5) })
    expect([status, json.id]).toEqual([401, 5])
    const challenge = headers.get('www-authenticate')
    expect(challenge).toMatch(/^Bearer realm="mcp", error="invalid_token", error_description="/)
    expect(challenge).not.toContain('resource_metadata')
    expect((await (await connectAgent(url, { from })).call('register')).isError).toBe(false)
  })

  it('a /48 holds three guests, whichever of its /64s they come from', async () => {
    const at = (subnet: number) => `2001:db8:77:${subnet}::1`
    for (const subnet of [1, 2, 3])
      expect((await (await connectAgent(url, { from: at(subnet) })).call('register')).isError).toBe(false)
    const fourth = await (await connectAgent(url, { from: at(4) })).call('register')
    expect([fourth.isError, fourth.text]).toEqual([true, expect.stringContaining('send the token that you saved')])
    expect((await (await connectAgent(url, { from: '2001:db8:78:1::1' })).call('register')).isError).toBe(false)
  })
})

it('register is refused on a request that has a key', async () => {
  const { agent } = await newGuest(url)
  const answer = await agent.call('register')
  expect(answer.isError).toBe(true)
  expect(answer.text).toContain('already has a key')
})
