import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApiProblem, type Clock, createClient, NoAnswer, NotTheApi, StillCollecting } from './client.ts'
import { systemClock } from './clock.ts'

/** `cut`: the connection ends before an answer. `never`: none comes. */
type Reply = { status?: number; headers?: Record<string, string>; body: object | string } | 'cut' | 'never'

const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let replies: Reply[] = []
const server = createServer(async (req, res) => {
  let body = ''
  for await (const part of req) body += part
  seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body })
  const reply = replies.shift() ?? { status: 500, body: 'no reply is left' }
  if (reply === 'cut') return req.socket.destroy()
  if (reply === 'never') return
  const { status = 200, headers = {}, body: answer } = reply
  res.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
})
let baseUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe because it listens on a port
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/http/v1`
})
afterAll(() => server.close())
afterEach(() => {
  seen.length = 0
  replies = []
})

/** Time that passes only by sleeping. */
function clockOf(slept: number[]): Clock {
  let now = 0
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
      now += ms
    },
  }
}

function start(retryForMs?: number) {
  const slept: number[] = []
  const options = { baseUrl, key: 'rts_sk_x', clock: clockOf(slept) }
  return { slept, client: createClient(retryForMs === undefined ? options : { ...options, retryForMs }) }
}

const allowance = { used: 1, limit: 100, remaining: 99, resetsAt: '2026-03-03T00:00:00.000Z', exhausted: false }
const refusal = (status: number, code: string, more: object = {}) => ({
  allowance,
  type: `/docs/errors#${code}`,
  title: 'Title',
  status,
  detail: 'What is wrong',
  instance: 'req_1',
  code,
  retryable: status >= 429,
  ...more,
})
const refused = (status: number, code: string, retryAfter?: string): Reply => ({
  status,
  ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }),
  body: refusal(status, code),
})
const page = (ids: string[], nextCursor: string | null): Reply => ({
  body: { allowance, keywords: ids.map((id) => ({ id })), total: 3, nextCursor },
})

describe('a call', () => {
  it('carries the key, the ids in the path and the rest in the query', async () => {
    replies = [page([], null)]
    const { allowance } = await start().client.keywords.list({ id: 'site-1', limit: 5, cursor: undefined })
    expect(seen).toMatchObject([{ method: 'GET', url: '/http/v1/projects/site-1/keywords?limit=5', body: '' }])
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer rts_sk_x' })
    expect(seen[0]?.headers).not.toHaveProperty('sec-fetch-site')
    expect(allowance.remaining).toBe(99)
  })

  it('carries the rest in the body of a write', async () => {
    replies = [{ body: { allowance, keyword: {}, created: true } }]
    await start().client.keywords.create({ id: 'site-1', keyword: 'coffee' })
    expect(seen).toMatchObject([
      { method: 'POST', url: '/http/v1/projects/site-1/keywords', body: '{"keyword":"coffee"}' },
    ])
  })

  it.each(['', '.', '..', 'a/b', '../team', 'a%2Fb', 'a b', 'x'.repeat(65), undefined])(
    'with the id %j is not made: it could be a path that is not listed',
    async (id) => {
      // safe because a program without types can pass anything
      await expect(start().client.sites.get({ id: id as string })).rejects.toThrow('id is not an id')
      expect(seen).toEqual([])
    },
  )

  it.each(['http://127.0.0.1', 'http://127.0.0.1/http/v2', 'http://x/http/v1/http/v1', 'http://x/http/v1/projects'])(
    'is never made to %s, where no path is listed',
    (wrong) => expect(() => createClient({ baseUrl: wrong, key: 'k' })).toThrow('must end in /http/v1'),
  )

  it('names what is missing in the environment', () => {
    expect(() => createClient({ baseUrl, key: undefined })).toThrow('key is missing')
    expect(() => createClient({ baseUrl, key: 'secret\n' })).toThrow(/^key has a character that no key has$/)
    expect(() => createClient({ baseUrl: undefined, key: 'k' })).toThrow('baseUrl is missing')
    expect(() => createClient({ baseUrl: 'ranks.example', key: 'k' })).toThrow('baseUrl is not an address')
  })

  it('ends with its signal, also while it waits', async () => {
    replies = [refused(429, 'rate_limited', '30')]
    const stop = new AbortController()
    const sleep: Clock['sleep'] = (ms, signal) => {
      setImmediate(() => stop.abort(new Error('enough')))
      return systemClock.sleep(ms, signal)
    }
    const client = createClient({ baseUrl, key: 'k', clock: { ...systemClock, sleep } })
    await expect(client.team.list({}, { signal: stop.signal })).rejects.toThrow('enough')
    await expect(client.team.list({}, { signal: stop.signal })).rejects.toThrow('enough')
    expect(seen).toHaveLength(1)
  })
})

describe('a refusal', () => {
  it('is an error with its code, its fields and the allowance', async () => {
    const errors = [{ in: 'body', field: 'domain', code: 'required', message: 'is required' }]
    replies = [{ status: 400, body: refusal(400, 'invalid_input', { errors }) }]
    const error = await start()
      .client.sites.create({ name: 'x', domain: '' })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiProblem)
    expect(error).toMatchObject({ status: 400, code: 'invalid_input', requestId: 'req_1', retryable: false, errors })
    expect(error).toMatchObject({ title: 'Title', detail: 'What is wrong', allowance })
  })

  it('by something else in between says so', async () => {
    replies = [{ status: 403, body: '<html>Not from here</html>' }]
    const error = await start()
      .client.team.list()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotTheApi)
    expect(error).toMatchObject({ status: 403, url: expect.stringMatching(/\/team$/) })
    replies = [{ body: '<html>Sign in to this network</html>' }]
    await expect(start().client.team.list()).rejects.toThrow(/\/team answered 200, and not as the API does/)
  })
})

describe('429 and 503', () => {
  const list = page([], null)
  const created: Reply = { body: { allowance, keyword: {}, created: true } }

  it('are waited for as long as Retry-After says, and the call is made again', async () => {
    replies = [refused(429, 'rate_limited', '7'), refused(503, 'unavailable', '2'), list]
    const { client, slept } = start()
    await client.keywords.list({ id: 's' })
    expect([slept, seen.length]).toEqual([[7_000, 2_000], 3])
  })

  it('are waited for a whole minute, unless the program says less: so long a full one can last', async () => {
    replies = [refused(429, 'rate_limited', '60'), list]
    const slept: number[] = []
    const { now, sleep } = clockOf(slept)
    let asked = 0
    // Asking takes time, too.
    const client = createClient({ baseUrl, key: 'k', clock: { sleep, now: () => now() + ++asked * 100 } })
    await client.keywords.list({ id: 's' })
    expect(slept).toEqual([60_000])
  })

  it('are thrown where the wait would be longer than the call may take', async () => {
    replies = [refused(429, 'rate_limited', '7'), refused(429, 'rate_limited', '7')]
    const { client, slept } = start(10_000)
    await expect(client.keywords.list({ id: 's' })).rejects.toMatchObject({ code: 'rate_limited' })
    expect([slept, seen.length]).toEqual([[7_000], 2])
  })

  it('say when by RateLimit, where Retry-After was lost on the way', async () => {
    const limit = { ratelimit: '"minute";r=0;t=12, "day";r=88;t=43200' }
    replies = [{ status: 429, headers: limit, body: refusal(429, 'rate_limited') }, list]
    const { client, slept } = start()
    await client.keywords.list({ id: 's' })
    expect(slept).toEqual([12_000])
  })

  it('without Retry-After are thrown at once: the time to wait is unknown', async () => {
    replies = [refused(503, 'unavailable')]
    await expect(start().client.keywords.list({ id: 's' })).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen).toHaveLength(1)
  })

  it('after a write that may have happened are thrown', async () => {
    replies = [refused(503, 'unavailable', '1'), refused(503, 'unavailable', '1'), refused(503, 'unavailable', '1')]
    const { client } = start()
    const some = [
      client.sites.update({ id: 's', name: 'x' }),
      client.sites.delete({ id: 's' }),
      client.keywords.createBulk({ id: 's', text: 'a' }),
    ]
    for (const call of some) await expect(call).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen).toHaveLength(3)
  })

  it('before a write, or after one that is idempotent, are waited for', async () => {
    replies = [refused(429, 'rate_limited', '1'), { body: { allowance, ok: true } }]
    await start().client.sites.delete({ id: 's' })
    replies = [refused(503, 'unavailable', '1'), created]
    await start().client.keywords.create({ id: 's', keyword: 'x' })
    expect(seen).toHaveLength(4)
  })

  it('other refusals are never waited for', async () => {
    replies = [refused(500, 'internal', '1')]
    await expect(start().client.team.list()).rejects.toMatchObject({ code: 'internal' })
    replies = [refused(403, 'allowance_exhausted', '1')]
    await expect(start().client.sites.delete({ id: 's' })).rejects.toMatchObject({ code: 'allowance_exhausted' })
    expect(seen).toHaveLength(2)
  })
})

describe('what fails on the way', () => {
  const list = page([], null)
  const bad: Reply = { status: 502, body: '<html>Bad gateway</html>' }

  it('is tried for longer than a restart takes, each time later, and no further', async () => {
    const restart: Reply[] = [bad, 'cut', { status: 504, body: '' }, 'cut', 'cut', 'cut']
    replies = [...restart, list]
    const { client, slept } = start()
    await client.keywords.list({ id: 's' })
    for (const [i, maxMs] of [500, 1_000, 2_000, 3_000, 4_000, 4_000].entries()) {
      expect(slept[i]).toBeGreaterThan(maxMs / 2)
      expect(slept[i]).toBeLessThanOrEqual(maxMs)
    }
    replies = [...restart, bad, list]
    await expect(client.keywords.list({ id: 's' })).rejects.toThrow('answered 502, and not as the API does')
    expect(replies).toHaveLength(1)
  })

  it('is asked again when a proxy says so, where it does', async () => {
    replies = [{ status: 503, headers: { 'retry-after': '9' }, body: '<html>Restarting</html>' }, list]
    const { client, slept } = start()
    await client.keywords.list({ id: 's' })
    expect(slept).toEqual([9_000])
  })

  it('is an error of its own, with its cause', async () => {
    const { client } = start()
    for (const [reply, cause] of [
      ['cut', { message: 'fetch failed' }],
      [{ body: '{"allowance": {' }, { name: 'SyntaxError' }],
    ] as const) {
      replies = [reply]
      const error = await client.sites.delete({ id: 's' }).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(NoAnswer)
      expect(error).toMatchObject({ url: expect.stringMatching(/\/projects\/s$/), cause })
    }
  })

  it('is not tried again after a write that may have happened', async () => {
    replies = ['cut', bad]
    const { client, slept } = start()
    await expect(client.sites.delete({ id: 's' })).rejects.toThrow('/projects/s did not answer: UND_ERR_SOCKET')
    await expect(client.keywords.createBulk({ id: 's', text: 'a' })).rejects.toThrow('answered 502')
    expect([slept, seen.length]).toEqual([[], 2])
  })

  it('a call may take as long as it says, each try', async () => {
    replies = ['never', 'never', list]
    const { client, slept } = start()
    // Long enough for a request to arrive: the server counts them.
    const [short, long] = [{ timeoutMs: 1_000 }, { timeoutMs: 2_000 }]
    const late = { name: 'NoAnswer', cause: { name: 'TimeoutError' } }
    await expect(client.sites.delete({ id: 's' }, short)).rejects.toMatchObject(late)
    await client.keywords.list({ id: 's' }, long)
    expect([slept.length, seen.length]).toEqual([1, 3])
  })

  it('a redirect is not followed: it could lead the key elsewhere', async () => {
    replies = [{ status: 302, headers: { location: `${baseUrl}/team` }, body: '' }, list]
    await expect(start().client.team.list()).rejects.toThrow('answered 302, and not as the API does')
    expect(seen).toHaveLength(1)
  })
})

describe('each', () => {
  it('leads through all pages, row by row', async () => {
    replies = [page(['a', 'b'], 'next'), page(['c'], null)]
    const ids: string[] = []
    for await (const { id } of start().client.keywords.list.each({ id: 's', limit: 2 })) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(seen.map(({ url }) => url.split('?')[1])).toEqual(['limit=2', 'limit=2&cursor=next'])
  })

  it('asks for no page that is not read', async () => {
    replies = [page(['a', 'b'], 'next')]
    for await (const { id } of start().client.keywords.list.each({ id: 's' })) if (id === 'b') break
    expect(seen).toHaveLength(1)
  })
})

describe('ready', () => {
  const state = (status: string, retryAfterSeconds?: number): Reply => ({
    body: { allowance, seed: 'x', rows: [], total: 0, nextCursor: null, status, reason: null, retryAfterSeconds },
  })

  it.each(['ready', 'partial', 'failed', 'unavailable'])('asks as often as the answers say, until %s', async (end) => {
    replies = [state('queued', 3), state('collecting', 5), state(end)]
    const { client, slept } = start()
    expect(await client.research.get.ready({ q: 'x' })).toMatchObject({ status: end })
    expect(slept).toEqual([3_000, 5_000])
  })

  it('throws what is there when its time is over', async () => {
    replies = [state('collecting', 5), state('collecting', 5), state('collecting', 5)]
    const { client } = start()
    const error = await client.research.get.ready({ q: 'x' }, { withinMs: 10_000 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StillCollecting)
    expect(error).toMatchObject({ answer: { status: 'collecting' } })
    expect(seen).toHaveLength(3)
  })
})
