import { describe, expect, it } from 'vitest'
import type { Caller } from '../contract/caller.ts'
import type { SiteRow } from '../contract/rows/site.ts'
import { Sliced, type Slices } from '../contract/sliced.ts'
import { type OperationName, operationOf } from '../contract/table.ts'
import { writtenAs } from '../contract/written.ts'
import { AppError } from '../errors.ts'
import { callBy } from '../testing/call.ts'
import { createInvoke, type RawInput } from './invoke.ts'
import { jsonOf } from './long-answer.ts'

const caller: Caller = {
  v: 1,
  kid: 'k1',
  iss: 'gateway',
  aud: 'projects',
  iat: 0,
  kind: 'account',
  accountId: 'acc_1',
  plan: 'free',
  keyId: 'key_1',
  role: null,
  siteIds: null,
  collect: 'allow',
  requestId: 'req_1',
}
const site: SiteRow = {
  id: 'site_1',
  name: 'A',
  domain: 'example.com',
  tags: [],
  description: null,
  country: 'us',
  language: 'en',
  autoAddPreference: null,
  checksPausedAt: null,
  frozen: false,
  createdAt: '2026-01-15T12:00:00.000Z',
}

/** The handler returns `answer`; also returns the handler's input. */
async function call(
  name: OperationName,
  input: RawInput,
  { answer, as = caller }: { answer?: unknown; as?: Caller } = {},
) {
  const seen: unknown[] = []
  const handler = async (given: unknown) => {
    seen.push(given)
    return answer ?? { project: site, created: true }
  }
  const outcome = await createInvoke({ [name]: handler })(name, input, callBy(as)).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  return { seen, value: 'value' in outcome ? outcome.value : null, error: 'error' in outcome ? outcome.error : null }
}
const refusal = (code: string, facts: object = {}) =>
  expect.objectContaining({ code, facts: expect.objectContaining(facts) })
const bad = (field: string, code: string, where = 'body') => expect.objectContaining({ in: where, field, code })

describe('a call over REST', () => {
  it('has only what the binding has: other parameters are unknown, other fields are left out', async () => {
    const rest = { params: { id: 's' }, query: { counted: true, limit: 1 } }
    const answer = {
      prompts: [],
      total: 0,
      nextCursor: null,
      status: 'ready',
      reason: null,
      updatedAt: null,
      summary: [],
    }
    const whole = await call('prompts.list', rest, { answer })
    expect(whole.value).toEqual(answer)
    expect(whole.seen).toMatchObject([{ query: rest.query }])
    const refused = await call('prompts.list', { ...rest, isRest: true }, { answer })
    const error = { in: 'query', field: 'counted', message: 'is unknown; allowed: limit, cursor, days' }
    expect(refused.error).toEqual(refusal('unknown_field', { errors: [expect.objectContaining(error)] }))
    expect(refused.seen).toEqual([])
    const bound = await call('prompts.list', { params: { id: 's' }, query: { limit: 1 }, isRest: true }, { answer })
    expect(bound.value).toEqual({ ...answer, summary: undefined })
  })
})

describe('a cursor', () => {
  const inner = 'aW5uZXI'
  const head = { status: 'ready', reason: null, updatedAt: null, hint: null, total: 9 }
  async function* slices(before: number): Slices<never> {
    for (let i = 0; i < before; i++) yield []
    return { rows: [], nextCursor: inner }
  }
  const answers: [string, () => unknown][] = [
    ['a plain answer', () => ({ ...head, rows: [], nextCursor: inner })],
    ['a list of one slice', () => new Sliced('rows', head, slices(0))],
    ['a list of several', () => new Sliced('rows', head, slices(2))],
  ]
  const asked = { params: { id: 's' }, query: { q: 'coffee', country: 'us', limit: 1 } }

  it.each(answers)('of %s leads on for its own question alone', async (_kind, answer) => {
    const page = await call('planner.list', asked, { answer: answer() })
    const { nextCursor: cursor } = JSON.parse(await jsonOf(page.value))
    const next = (params: object, query: object) =>
      call(
        'planner.list',
        { params: { ...asked.params, ...params }, query: { ...asked.query, cursor, ...query } },
        { answer: answer() },
      )
    expect((await next({}, { limit: 1_000 })).seen).toMatchObject([
      { query: { q: 'coffee', cursor: inner, limit: 1_000 } },
    ])
    for (const [params, query] of [
      [{ id: 't' }, {}],
      [{}, { q: 'tea' }],
      [{}, { country: 'gb' }],
      [{}, { language: 'de' }],
      [{}, { cursor: inner }],
    ] as const)
      expect(await next(params, query)).toMatchObject({
        seen: [],
        error: { code: 'invalid_input', facts: { errors: [{ in: 'query', field: 'cursor' }] } },
      })
  })
})

describe('input', () => {
  it('arrives parsed, with the caller', async () => {
    const { seen } = await call('sites.create', {
      body: { name: ' A ', domain: 'https://WWW.Example.com/', country: 'UK' },
    })
    const body = { name: 'A', domain: 'example.com', country: 'gb' }
    expect(seen).toMatchObject([{ params: undefined, query: undefined, body, caller }])
  })

  it('with an unknown field is refused, naming the allowed ones', async () => {
    const { error, seen } = await call('keywords.create', { params: { id: 's' }, body: { keyword: 'a', phrase: 'b' } })
    const message = 'is unknown; allowed: keyword, country, language, device, location'
    expect(error).toEqual(
      refusal('unknown_field', { errors: [{ in: 'body', field: 'phrase', code: 'unknown_field', message }] }),
    )
    expect(seen).toEqual([])
  })

  it('with an unknown query parameter is refused, where the row has a query and where it has none', async () => {
    const listed = await call('sites.list', { query: { page: '2' } })
    expect(listed.error).toEqual(refusal('unknown_field', { errors: [bad('page', 'unknown_field', 'query')] }))
    const got = await call('sites.get', { params: { id: 's' }, query: { limit: 2 } })
    expect(got.error).toEqual(refusal('unknown_field', { errors: [bad('limit', 'unknown_field', 'query')] }))
  })

  it('with several bad fields has every one of them named, with its place', async () => {
    const body = { domain: 'localhost', tags: ['a', 7, 'a\nb'], country: 'zz', nonsense: 1 }
    const { error } = await call('sites.create', { body, query: { x: '1' }, isRest: true })
    const errors = [
      bad('x', 'unknown_field', 'query'),
      bad('name', 'required'),
      bad('domain', 'invalid'),
      bad('tags[1]', 'invalid_type'),
      bad('tags[2]', 'invalid'),
      bad('country', 'invalid'),
      bad('nonsense', 'unknown_field'),
    ]
    expect(error).toEqual(refusal('invalid_input', { errors: expect.arrayContaining(errors) }))
    expect(Object(error).facts.errors).toHaveLength(errors.length)
    expect(String(error)).toContain('name is required')
  })

  it.each<[OperationName, RawInput, string]>([
    ['sites.list', { query: { limit: 1_001 } }, 'limit must be at most 1000'],
    ['sites.list', { query: { limit: 0 } }, 'limit must be at least 1'],
    ['sites.list', { query: { limit: '1.5' } }, 'limit must be a whole number'],
    ['sites.list', { query: { limit: 1.5 } }, 'limit must be a whole number'],
    ['sites.list', { query: { cursor: '' } }, 'cursor must have at least 1 character'],
    [
      'sites.list',
      { query: { updatedSince: '2026-03-01' } },
      'updatedSince must be a date-time of RFC 3339 such as 2026-03-01T06:00:00Z; in an address, + is %2B',
    ],
    ['sites.create', { body: { name: 'A', domain: null } }, 'domain must be a string'],
    ['sites.create', { body: { name: 'A', domain: 'a.com', tags: 'x' } }, 'tags must be a list'],
    ['sites.update', { params: { id: 's' }, body: { checksPaused: 'yes' } }, 'checksPaused must be true or false'],
    ['disavow.add', { params: { id: 's' }, body: { domains: [] } }, 'domains must have at least 1 entry'],
    ['invites.create', { body: { email: 'bob' } }, 'email must be a mail address'],
    ['invites.create', { body: { email: 'b@a.com', role: 'x' } }, 'role must be one of admin, member, viewer'],
    ['sites.create', { body: [] }, 'body must be an object'],
  ])('is refused in a sentence: %s %j: %s', async (name, input, sentence) => {
    expect(Object((await call(name, input)).error).message).toBe(sentence)
  })

  it('of another type is not called missing', async () => {
    const { error } = await call('sites.create', { body: { name: null, domain: 5 } })
    expect(error).toEqual(
      refusal('invalid_input', { errors: [bad('name', 'invalid_type'), bad('domain', 'invalid_type')] }),
    )
  })

  it('with an id that cannot exist is `not_found`', async () => {
    for (const params of [{ id: 'a b' }, { id: '' }, {}, { id: 7 }, undefined]) {
      expect((await call('sites.delete', { params })).error).toEqual(refusal('not_found'))
    }
    for (const params of [{ id: 'a b' }, { id: '' }, { id: 7 }]) {
      expect((await call('sites.get', { params })).error).toEqual(refusal('not_found'))
    }
  })

  it('that names no object where one is due is refused', async () => {
    for (const body of [[], 'text', 7, true]) {
      expect((await call('sites.create', { body })).error, JSON.stringify(body)).toEqual(refusal('invalid_input'))
    }
  })

  it('with a hostile name is named in a short and harmless form', async () => {
    const { error } = await call('sites.create', {
      body: { name: 'A', domain: 'a.com', [`<b>\n${'x'.repeat(5_000)}`]: 1 },
    })
    expect(String(error)).not.toMatch(/[<>\n]/)
    expect(String(error).length).toBeLessThan(400)
  })

  it('with ten thousand bad values names a hundred', async () => {
    const domains = Array.from({ length: 10_000 }, (_, i) => i)
    const { error } = await call('disavow.add', { params: { id: 's' }, body: { domains } })
    expect(Object(error).facts.errors).toHaveLength(100)
    expect(String(error).length).toBeLessThan(1_100)
  })
})

describe('a caller', () => {
  it('of a kind that the row does not name finds nothing', async () => {
    const body = { body: { name: 'A', domain: 'a.com' } }
    const operator = await call('sites.create', body, { as: { ...caller, kind: 'operator' } })
    expect(operator).toMatchObject({ error: refusal('not_found'), seen: [] })
    const account = await call('accounts.update', { params: { accountId: 'a' }, body: { plan: 'free' } })
    expect(account).toMatchObject({ error: refusal('not_found'), seen: [] })
  })

  it('below the plan of a field names the plan, and nothing runs', async () => {
    const body = { name: 'A', domain: 'a.com', tags: ['x'] }
    const { error, seen } = await call('sites.create', { body })
    expect(error).toEqual(refusal('plan_required', { requiredPlan: 'starter', errors: [bad('tags', 'plan_required')] }))
    expect(seen).toEqual([])
  })

  it('may send an empty list in a gated field, and anything from the plan up', async () => {
    const free = await call('sites.create', { body: { name: 'A', domain: 'a.com', tags: [] } })
    expect(free.error).toBeNull()
    const body = { name: 'A', domain: 'a.com', tags: ['x'] }
    const starter = await call('sites.create', { body }, { as: { ...caller, plan: 'starter' } })
    expect(starter.error).toBeNull()
  })
})

describe('an answer', () => {
  it('holds what its schema names and nothing else, at any depth', async () => {
    const leaky = { ...site, accountId: 'acc_1', passwordHash: 'x' }
    const created = await call(
      'sites.create',
      { body: { name: 'A', domain: 'a.com' } },
      {
        answer: { project: leaky, created: false, sql: 'SELECT 1' },
      },
    )
    expect(created.value).toEqual({ project: site, created: false })
    const listed = await call('sites.list', {}, { answer: { projects: [leaky], total: 1, nextCursor: null } })
    expect(listed.value).toEqual({ projects: [site], total: 1, nextCursor: null })
  })

  it('that breaks its schema never leaves', async () => {
    const { value, error } = await call(
      'sites.get',
      { params: { id: 's' } },
      { answer: { project: { ...site, frozen: null } } },
    )
    expect(value).toBeNull()
    expect(error).not.toBeInstanceOf(AppError)
    expect(error).toBeInstanceOf(Error)
  })

  it('that a thread has checked and written leaves as it is, and for no other row', async () => {
    const { response } = operationOf('sites.get')
    expect(() => writtenAs('sites.get', response, { project: { ...site, frozen: null } })).toThrow()
    const written = writtenAs('sites.get', response, { project: { ...site, passwordHash: 'x' } })
    expect(JSON.parse(Buffer.from(written.json).toString())).toEqual({ project: site })
    const got = await call('sites.get', { params: { id: 's' } }, { answer: written })
    expect(got.value).toBe(written)
    const listed = await call('sites.list', {}, { answer: written })
    expect([listed.value, listed.error]).toEqual([null, expect.any(Error)])
  })
})

describe('a handler', () => {
  const failing = (error: unknown) =>
    createInvoke({
      'sites.list': async () => {
        throw error
      },
    })('sites.list', {}, callBy(caller))

  it('that throws is heard as it threw, whatever that is', async () => {
    const thrown = [new AppError('conflict', 'Taken'), new TypeError('bug'), 'text']
    for (const error of thrown) await expect(failing(error)).rejects.toBe(error)
  })

  it('that does not exist is `unavailable`', async () => {
    await expect(createInvoke({})('sites.list', {}, callBy(caller))).rejects.toEqual(refusal('unavailable'))
  })
})
