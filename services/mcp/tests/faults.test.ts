import { gentlyMs, until } from '@rts/local/testing/until'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { subjectOf } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/broker'
import { connect, type Msg, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, connectAgent } from './support/agent.ts'
import { both, post, rpc, toolCall } from './support/raw.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
let nats: NatsConnection
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
  nats = await connect(natsOptions(world.natsUrl, 'test'))
})
afterAll(async () => {
  await nats.close()
  await world.stop()
})

describe('callers apart', () => {
  it('a hundred agents at once, 8 calls each with its own key, get their own ids and their own sites', async () => {
    const agents = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const { secret } = await world.newKey('starter')
        return { secret, host: `site-${i}.example.com` }
      }),
    )
    for (const { secret, host } of agents) {
      const { json } = await post(url, { token: secret, body: toolCall('add_project', { website: host }) })
      expect(Object(json.result).structuredContent).toMatchObject({ created: true })
    }
    // The most calls at once that a replica accepts before it is busy.
    const asked = agents.map(async ({ secret, host }, i) => {
      for (let k = 0; k < 8; k++) {
        // A slow machine may be too busy for a call: it is asked again, within the calls of a minute.
        const look = async () => {
          const { json } = await post(url, { token: secret, body: toolCall('account_status', {}, `${i}.${k}`) })
          const sites: { domain: string }[] | undefined = Object(json.result).structuredContent?.sites
          return sites && [json.id, sites.map(({ domain }) => domain)]
        }
        const answered = await until('an answer', look, 60_000, gentlyMs)
        expect(answered).toEqual([`${i}.${k}`, [host]])
      }
    })
    await Promise.all(asked)
  })
})

describe('replicas', () => {
  it('any two answer the same agent in turn, and one that ends loses nothing of the other', async () => {
    const mcp = await world.startMcp()
    const other = await world.startGateway(mcp.port)
    const { secret } = await world.newKey('growth')
    const at = [url, other.url]
    for (let i = 0; i < 10; i++)
      expect((await post(at[i % 2] ?? '', { token: secret, body: toolCall('account_status') })).status).toBe(200)
    await other.stop()
    await mcp.stop()
    for (let i = 0; i < 5; i++)
      expect((await post(url, { token: secret, body: toolCall('account_status') })).status).toBe(200)
  })
})

describe('the caller, which only the gateway may name', () => {
  it('a caller that a client made up does not reach the service', async () => {
    const forged = Buffer.from(JSON.stringify({ v: 1, kind: 'account', keyId: 'x', accountId: 'x' })).toString(
      'base64url',
    )
    const headers = { [callerHeader]: forged, [signatureHeader]: 'x' }
    const { json } = await post(url, { body: rpc('tools/list'), headers })
    expect(Object(json.result).tools).toHaveLength(1)
  })

  it('the service answers no other caller', async () => {
    const { status, text } = await post(`http://127.0.0.1:${world.mcp.port}/mcp`, { body: rpc('tools/list') })
    expect(status).toBe(401)
    expect(text).not.toContain('register')
  })

  it('a gateway without the service behind it answers 503 as JSON-RPC', async () => {
    const stopped = await world.startMcp()
    const gateway = await world.startGateway(stopped.port)
    await stopped.stop()
    const { status, json, headers } = await post(gateway.url, { body: rpc('tools/list', undefined, 6) })
    expect([status, json.id, json.error?.code]).toEqual([503, 6, -32_603])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

/** Last, because projects is stopped from here on and the tests answer for it. */
describe('an owner in trouble', () => {
  let agent: Agent
  const history = () => agent.call('rank_history', { project_id: 'p', keyword_id: 'k' })
  beforeAll(async () => {
    agent = await connectAgent(url, { token: (await world.newKey('growth')).secret })
    await world.projects.stop()
  })

  it('that is down is an answer with a time to wait and nothing of the inside; when it is back it works on', async () => {
    const { isError, text } = await history()
    expect(isError).toBe(true)
    expect(text).toMatch(/Try again in \d+ seconds/)
    expect(text).not.toMatch(/nats|rpc\.|503|projects\./i)
    const back = await world.startProjects()
    const look = async () => {
      const { text } = await history()
      return text.includes('No such') && text
    }
    const answered = await until('projects to answer', look, undefined, gentlyMs)
    expect(answered).toContain('No such site.')
    await back.stop()
  })

  it('that is silent is an answer with a time to wait once its deadline is over', async () => {
    const mcp = await world.startMcp(200)
    const gateway = await world.startGateway(mcp.port)
    const { secret } = await world.newKey('growth')
    const silent = nats.subscribe(subjectOf('history.list'), { callback: () => {} })
    await nats.flush()
    const patient = await connectAgent(gateway.url, { token: secret })
    const { isError, text } = await patient.call('rank_history', { project_id: 'p', keyword_id: 'k' })
    silent.unsubscribe()
    await gateway.stop()
    await mcp.stop()
    expect(isError).toBe(true)
    expect(text).toMatch(/^Temporarily unavailable\..* Try again in \d+ seconds\.$/)
    expect(text).not.toMatch(/nats|rpc\.|history\.list/i)
  })

  it.each([
    ['no JSON', 'garbage'],
    ['neither an answer nor a problem', JSON.stringify({ history: [] })],
    ['an inside', JSON.stringify({ problem: { code: 'nonsense', detail: 'SELECT * FROM secrets' } })],
  ])('that answers %s is an answer without its insides', async (_name, reply) => {
    const subscription = nats.subscribe(subjectOf('history.list'), {
      callback: (_error, message) => void message.respond(reply),
    })
    await nats.flush()
    const { isError, text } = await history()
    subscription.unsubscribe()
    expect(isError).toBe(true)
    expect(text).toMatch(/Try again in \d+ seconds/)
    expect(text).not.toContain('SELECT')
  })

  it('is not asked again for a client that has left', async () => {
    const { secret } = await world.newKey('starter')
    const held: Msg[] = []
    let asked = 0
    const first = nats.subscribe(subjectOf('competitors.list'), {
      callback: (_error, message) => void held.push(message),
    })
    const second = nats.subscribe(subjectOf('rankComparison.list'), { callback: () => void asked++ })
    await nats.flush()
    const leave = new AbortController()
    const left = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: both, authorization: `Bearer ${secret}` },
      body: toolCall('rank_compare', { project_id: 'p', competitors: ['rival.com'] }),
      signal: leave.signal,
    })
    await until('the first of two calls', () => held.length > 0)
    leave.abort()
    await expect(left).rejects.toThrow()
    // The service learns of it before it answers a request that came later.
    await history()
    held[0]?.respond(JSON.stringify({ ok: { competitors: [{ id: 'r', domain: 'rival.com' }] } }))
    await history()
    expect(asked).toBe(0)
    for (const subscription of [first, second]) subscription.unsubscribe()
  })

  it('texts of strangers are cut and freed of control characters', async () => {
    const row = {
      position: 1,
      checkedAt: new Date().toISOString(),
      url: `https://x.example/\u0007${'y'.repeat(5_000)}`,
      found: true,
      depth: 100,
      source: 'x',
    }
    const reply = JSON.stringify({ ok: { history: [row], total: 1, nextCursor: null } })
    const subscription = nats.subscribe(subjectOf('history.list'), {
      callback: (_error, message) => void message.respond(reply),
    })
    await nats.flush()
    const { data } = await history()
    subscription.unsubscribe()
    const shown: string = Object(data).rows[0].url
    expect(shown).toMatch(/^https:\/\/x\.example\/ y+…$/)
    expect(shown).toHaveLength(2_000)
  })
})
