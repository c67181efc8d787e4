import { nextUtcMidnight } from '@rts/shared/clock'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RawAnswer } from './support/raw-client.ts'
import { answer, emptyList, problem, type Script } from './support/simulated-service.ts'
import { type Call, call, type Gateway, type Key, startWorld, type World } from './support.ts'

let world: World
/** A busy machine must not make a gateway refuse or give up. */
/** A gateway that waits less for a service, for the case of silence. */
let impatient: Gateway
let key: Key

beforeAll(async () => {
  world = await startWorld()
  impatient = await world.start({ env: { UPSTREAM_TIMEOUT_MS: '400' } })
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey('free')
  world.projects.answerWith()
  world.projects.forget()
})

const read = (secret = key.secret, more: Call = {}, to: Gateway = world.gateway) => call(to, { key: secret, ...more })
const write = (secret = key.secret) => read(secret, { method: 'POST', body: '{"name":"A","domain":"a.com"}' })
const usedOf = ({ json }: RawAnswer) => Number(json.allowance?.used)
const plays =
  (text: string): Script =>
  (_request, socket) =>
    void socket.write(text)
/** Sets the account's used calls of the day. */
const spend = (used: number) =>
  world.database.pool.query(
    `INSERT INTO allowance_day (account_id, day, charged, day_limit) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, 20)
     ON CONFLICT (account_id, day) DO UPDATE SET charged = $2`,
    [key.accountId, used],
  )
const collectOf = (index: number) => {
  const [caller = ''] = [world.projects.received[index]?.header('x-rts-caller')]
  return JSON.parse(Buffer.from(caller, 'base64url').toString()).collect
}

describe('the day of a Free account', () => {
  it('serves its 20th call in full and says exhausted; later reads are 200 with used 20 and may not collect; later writes are 403', async () => {
    const seen: number[] = []
    for (let i = 0; i < 19; i++) seen.push(usedOf(await read()))
    expect(seen).toEqual(Array.from({ length: 19 }, (_, i) => i + 1))
    const twentieth = await read()
    expect(twentieth).toMatchObject({
      status: 200,
      json: { allowance: { used: 20, limit: 20, remaining: 0, exhausted: true } },
    })
    expect(collectOf(19)).toBe('allow')
    const later = await read()
    expect(later).toMatchObject({ status: 200, json: { ...emptyList, allowance: { used: 20, exhausted: true } } })
    expect(collectOf(20)).toBe('deny')
    const refused = await write()
    expect(refused).toMatchObject({
      status: 403,
      json: { code: 'allowance_exhausted', retryable: true, allowance: { used: 20 } },
    })
    const untilMidnight = (nextUtcMidnight(new Date()).getTime() - Date.now()) / 1_000
    expect(Math.abs(Number(refused.header('retry-after')) - untilMidnight)).toBeLessThan(5)
    expect(world.projects.received).toHaveLength(21)
    expect(await world.day(key.accountId)).toEqual({ used: 20, charged: 20, givenBack: 0 })
    expect(await world.stamps(key.id)).toBe(22)
  })

  it('is shared by all keys of the account, and each key has its own minute', async () => {
    const second = await world.addKey(key.accountId)
    for (let i = 0; i < 10; i++) await Promise.all([read(), read(second.secret)])
    const [first, other] = await Promise.all([read(), read(second.secret)])
    expect([usedOf(first), usedOf(other)]).toEqual([20, 20])
    expect(first.header('ratelimit')).toMatch(/^"minute";r=19;t=\d+, "day";r=0;t=\d+$/)
    expect(other.header('ratelimit')).toMatch(/^"minute";r=19;t=\d+, "day";r=0;t=\d+$/)
  })

  it('is larger in the very next call after an upgrade, and not smaller after a downgrade', async () => {
    await spend(20)
    expect((await write()).status).toBe(403)
    await world.changePlan(key.accountId, 'starter')
    expect(await write()).toMatchObject({
      status: 200,
      json: { allowance: { used: 21, limit: 100, remaining: 79, exhausted: false } },
    })
    await world.changePlan(key.accountId, 'free')
    expect(await write()).toMatchObject({ status: 200, json: { allowance: { used: 22, limit: 100 } } })
  })

  it('of 90 calls at once with 20 left, over three gateways and four keys, exactly 20 count, each with its own number', async () => {
    const gateways = [world.gateway, await world.start(), await world.start()]
    const keys = [key, ...(await Promise.all([1, 2, 3].map(() => world.addKey(key.accountId))))]
    // A gateway serves 32 calls of an account at once.
    const asked = Array.from({ length: 90 }, (_, i) => read(keys[i % 4]?.secret, {}, gateways[i % 3]))
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status !== 200).map(({ status, text }) => [status, text])).toEqual([])
    expect(await world.day(key.accountId)).toEqual({ used: 20, charged: 20, givenBack: 0 })
    const allowed = world.projects.received.filter((_, i) => collectOf(i) === 'allow')
    expect(allowed).toHaveLength(20)
    expect(new Set(answers.map(usedOf))).toEqual(new Set(Array.from({ length: 20 }, (_, i) => i + 1)))
  })
})

describe('the minute', () => {
  it('of 45 requests at once exactly 30 pass, and 429 says when the first leaves', async () => {
    const askedAt = Date.now()
    const answers = await Promise.all(Array.from({ length: 45 }, () => read()))
    const secondsPassed = Math.ceil((Date.now() - askedAt) / 1_000)
    const limited = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(limited).toHaveLength(15)
    for (const reply of limited) {
      expect(reply.json).toMatchObject({ code: 'rate_limited', retryable: true })
      const wait = Number(reply.header('retry-after'))
      expect(wait).toBeGreaterThanOrEqual(60 - secondsPassed)
      expect(wait).toBeLessThanOrEqual(60)
      expect(reply.header('ratelimit')).toMatch(new RegExp(`^"minute";r=0;t=${wait}, "day";`))
    }
  })

  it('is not made longer by refused requests, and is free again once the time that Retry-After names is over', async () => {
    const age = (seconds: number) =>
      world.database.pool.query(
        `UPDATE key_minute SET stamps = (SELECT array_agg(s - $2 * interval '1 second') FROM unnest(stamps) s) WHERE key_id = $1`,
        [key.id, seconds],
      )
    await world.database.pool.query(
      `UPDATE key_minute SET stamps = array_fill(clock_timestamp() - interval '30 seconds', ARRAY[30]) WHERE key_id = $1`,
      [key.id],
    )
    for (let i = 0; i < 3; i++) expect((await read()).status).toBe(429)
    const refused = await read()
    await age(Number(refused.header('retry-after')))
    expect((await read()).status).toBe(200)
    expect(await world.stamps(key.id)).toBe(1)
  })

  it('is decided by the database’s clock: replicas five minutes off agree with it', async () => {
    const off = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) })
    const gateways = [await world.start({ clock: off(5) }), await world.start({ clock: off(-5) }), world.gateway]
    const answers = await Promise.all(Array.from({ length: 45 }, (_, i) => read(key.secret, {}, gateways[i % 3])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect(await world.day(key.accountId)).toMatchObject({ used: 20 })
  })

  it('and say the same time to wait for the next day', async () => {
    const off = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) })
    await spend(20)
    const gateways = [await world.start({ clock: off(5) }), await world.start({ clock: off(-5) }), world.gateway]
    const waits = await Promise.all(
      gateways.map(async (to) =>
        Number((await read(key.secret, { method: 'POST', body: '{}' }, to)).header('retry-after')),
      ),
    )
    expect(Math.max(...waits) - Math.min(...waits)).toBeLessThan(60)
  })
})

describe('the headers of an authenticated answer', () => {
  it('are on successes and refusals alike', async () => {
    world.projects.answerWith(
      (request, socket) =>
        void socket.write(request.target === '/projects' ? answer(200, emptyList) : problem(404, 'not_found')),
    )
    const askedAt = Date.now()
    const answers = [
      await read(),
      await read(key.secret, { path: '/projects/x' }),
      await read(key.secret, { path: '/nowhere' }),
      await read(key.secret, { method: 'PUT' }),
    ]
    const secondsPassed = Math.ceil((Date.now() - askedAt) / 1_000)
    for (const [i, reply] of answers.entries()) {
      expect(reply.header('ratelimit-policy')).toBe('"minute";q=30;w=60, "day";q=20;w=86400')
      const { resetsAt, remaining } = reply.json.allowance ?? {}
      expect(remaining).toBe(19)
      const [, minute, leaves, day, reset] =
        /^"minute";r=(\d+);t=(\d+), "day";r=(\d+);t=(\d+)$/.exec(reply.header('ratelimit') ?? '') ?? []
      expect(Number(leaves)).toBeGreaterThanOrEqual(60 - secondsPassed)
      expect(Number(leaves)).toBeLessThanOrEqual(60)
      expect([minute, day]).toEqual([`${29 - i}`, `${remaining}`])
      const saidAt = Date.parse(String(resetsAt)) - 1_000 * Number(reset)
      expect(saidAt).toBeGreaterThan(askedAt - 1_000)
      expect(saidAt).toBeLessThan(Date.now() + 1_000)
      expect(reply.header('cache-control')).toBe('no-store')
      for (const name of ['etag', 'x-powered-by', 'server', 'x-rts-code', 'x-rts-give-back', 'set-cookie'])
        expect(reply.header(name), name).toBeUndefined()
    }
  })

  it('are ours alone: a service’s own never pass', async () => {
    const own = {
      'x-rts-give-back': '0',
      'x-rts-code': 'x',
      'Set-Cookie': 'a=1',
      'Access-Control-Allow-Origin': '*',
      RateLimit: 'evil',
      'X-Request-Id': 'evil',
      Server: 'evil',
    }
    world.projects.answerWith(plays(answer(200, emptyList, own)))
    const reply = await read()
    expect(JSON.stringify(reply.head.lines)).not.toMatch(/evil|x-rts|cookie|access-control/i)
  })
})

describe('a call is given back once, to the day that was charged, before its answer', () => {
  const outcomes: [string, number, Script][] = [
    ['a service’s 400', 400, plays(problem(400, 'invalid_input'))],
    ['a service’s 402', 402, plays(problem(402, 'plan_required'))],
    ['a service’s 404', 404, plays(problem(404, 'not_found'))],
    ['a service’s 409', 409, plays(problem(409, 'conflict'))],
    ['a 500', 500, plays(problem(500, 'internal'))],
    ['a provider’s 502', 502, plays(problem(502, 'provider_failed'))],
    ['a 503', 503, plays(problem(503, 'unavailable'))],
    [
      'a text for a 500',
      500,
      plays(answer(500, '<html>stack trace of a secret</html>', { 'Content-Type': 'text/html' })),
    ],
    ['silence', 504, () => {}],
    ['a reset', 502, (_request, socket) => void socket.destroy()],
    ['a body that is no object', 502, plays(answer(200, '[]'))],
    [
      'a poll that found work already running',
      200,
      plays(answer(200, { status: 'collecting' }, { 'x-rts-give-back': '1' })),
    ],
  ]

  it.each(outcomes)('after %s (%i)', async (_what, status, script) => {
    world.projects.answerWith(script)
    const reply = await read(key.secret, {}, status === 504 ? impatient : world.gateway)
    expect(reply.status).toBe(status)
    expect(usedOf(reply)).toBe(0)
    expect(reply.text).not.toMatch(/html|secret/)
    expect(await world.day(key.accountId)).toEqual({ used: 0, charged: 1, givenBack: 1 })
  })

  it('but not when a URL of the caller’s own could not be fetched, nor for a success', async () => {
    world.projects.answerWith(plays(problem(400, 'fetch_failed')))
    expect(usedOf(await read())).toBe(1)
    world.projects.answerWith(plays(answer(200, emptyList, { 'x-rts-give-back': '0' })))
    expect(usedOf(await read())).toBe(2)
    expect(await world.day(key.accountId)).toEqual({ used: 2, charged: 2, givenBack: 0 })
  })

  it('and nothing is given back for what was not charged', async () => {
    await spend(20)
    world.projects.answerWith(plays(problem(404, 'not_found')))
    for (let i = 0; i < 3; i++) expect(usedOf(await read())).toBe(20)
    expect(await world.day(key.accountId)).toEqual({ used: 20, charged: 20, givenBack: 0 })
  })

  it('at most as often a day as the plan has calls; past that a refusal costs a call, and its answer says so', async () => {
    await world.database.pool.query(
      `INSERT INTO allowance_day (account_id, day, charged, given_back, day_limit) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 19, 19, 20)`,
      [key.accountId],
    )
    world.projects.answerWith(plays(problem(404, 'not_found')))
    expect([usedOf(await read()), usedOf(await read()), usedOf(await read())]).toEqual([0, 1, 2])
    expect(await world.day(key.accountId)).toEqual({ used: 2, charged: 22, givenBack: 20 })
  })
})
