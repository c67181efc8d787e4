import { until } from '@rts/local/testing/until'
import { operationEntries } from '@rts/shared/contract/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMail, password, signedIn, signIn, signUp } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const createKey = (accountId: string) => ({ params: { accountId }, body: { name: 'my server' } })

/** They cannot be undone, or give access that stays when its person leaves. */
const forGood = [
  'accounts.close',
  'keys.create',
  'mailChange.create',
  'oauthClients.create',
  'ownership.transfer',
  'person.delete',
]

describe('a session that began more than ten minutes ago', () => {
  it('may do all but what is for good: 403 sign_in_again, before anything else is looked at', async () => {
    const { browser, personId, accountId, email } = await signedIn(world)
    const age = `UPDATE person_session SET created_at = now() - interval '601 seconds' WHERE person_id = $1`
    await world.database.pool.query(age, [personId])
    const rows = operationEntries().filter(([, { callers, planned }]) => callers.includes('person') && !planned)
    const refused = []
    for (const [name] of rows) if ((await browser.op(name, {})).body.code === 'sign_in_again') refused.push(name)
    expect(refused.sort()).toEqual(forGood)
    expect((await browser.op('keys.create', createKey(accountId))).body.code).toBe('sign_in_again')
    const confirm = { params: { accountId }, body: { confirm: email } }
    expect((await browser.op('accounts.close', confirm)).body.code).toBe('sign_in_again')
    expect((await browser.op('keys.list', { params: { accountId } })).body.keys).toEqual([])
  })
})

describe('a person who signs up', () => {
  it('verifies their mail, signs in, and makes a key that works at the server API', async () => {
    const browser = world.browser()
    const email = await signUp(browser, `Ada.${freshMail()}`)
    expect((await signIn(browser, email)).body).toMatchObject({ status: 403, code: 'mail_not_verified' })
    const token = await world.linkTo(email.toLowerCase(), 'verify')
    expect((await browser.post('/auth/verify', { token, password })).status).toBe(200)
    const reply = await signIn(browser, email)
    expect(reply).toMatchObject({ status: 200, body: { ok: true } })
    expect(reply.setCookies[0]).toMatch(/^rts=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
    const session = await browser.post('/api/session')
    const { accountId } = session.body
    expect(session.body).toMatchObject({
      person: { email: email.toLowerCase(), name: 'Ada' },
      accounts: [{ accountId, role: 'owner', owner: email.toLowerCase() }],
    })
    const made = await browser.op('keys.create', createKey(accountId))
    expect(made).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^rts_sk_/) } })
    expect(made.headers['cache-control']).toBe('no-store')
    const answer = await fetch(`${world.url}/http/v1/projects`, {
      headers: { authorization: `Bearer ${made.body.secret}` },
    })
    expect([answer.status, Object(await answer.json()).allowance.limit]).toEqual([200, 20])
  })

  it('has a Free account that carries their address and names them in the audit log', async () => {
    const { browser, email, personId, accountId } = await signedIn(world)
    expect((await browser.op('accounts.get', { params: { accountId } })).body.account).toMatchObject({
      id: accountId,
      email,
      plan: 'free',
      status: 'active',
    })
    await browser.op('keys.create', createKey(accountId))
    const { entries } = (await browser.op('audit.list', { params: { accountId }, query: {} })).body
    expect(entries).toContainEqual(expect.objectContaining({ action: 'key.created', actor: `person:${personId}` }))
  })

  it('signs out: the cookie is worth nothing any more, wherever it was copied to', async () => {
    const { browser, accountId } = await signedIn(world)
    const copy = world.browser()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    expect((await copy.op('keys.list', { params: { accountId } })).status).toBe(200)
    const reply = await browser.post('/auth/sign-out')
    expect([reply.status, reply.headers['clear-site-data']]).toEqual([200, '"cache", "storage"'])
    expect([...browser.cookies.keys()]).toEqual(['language'])
    expect((await copy.op('keys.list', { params: { accountId } })).body.code).toBe('not_signed_in')
    expect((await browser.post('/api/session')).body).toEqual({ person: null, accounts: [], accountId: null })
  })
})

describe('role, plan and status', () => {
  it('are those of the moment: a changed role and a closed account count from the next call', async () => {
    const { browser, personId, accountId } = await signedIn(world)
    const list = () => browser.op('keys.list', { params: { accountId } }, { 'x-account': accountId })
    expect((await list()).status).toBe(200)
    // Beside its owner there is no seat on Free.
    await world.operator.call('accounts.update', { params: { accountId }, body: { plan: 'starter' } })
    await world.database.pool.query(`UPDATE member SET role = 'member' WHERE person_id = $1`, [personId])
    expect((await list()).body).toMatchObject({ status: 403, code: 'role_required' })
    expect((await browser.op('accounts.get', { params: { accountId } })).status).toBe(200)
    await world.database.pool.query(`UPDATE member SET role = 'owner' WHERE person_id = $1`, [personId])
    const { account } = (await browser.op('accounts.get', { params: { accountId } })).body
    await world.operator.call('accounts.close', { params: { accountId }, body: { confirm: account.email } })
    expect((await list()).body.code).toBe('not_found')
  })

  it('a closed account has no members any more, and its owner gets another one when they sign in', async () => {
    const { browser, email, accountId } = await signedIn(world)
    await browser.op('accounts.close', { params: { accountId }, body: { confirm: email } })
    const members = () => world.database.pool.query('SELECT 1 FROM member WHERE account_id = $1', [accountId])
    await until('the membership to go', async () => (await members()).rowCount === 0)
    expect((await browser.post('/api/session')).body).toMatchObject({
      person: { email },
      accounts: [],
      accountId: null,
    })
    await signIn(browser, email)
    const session = await browser.post('/api/session')
    expect(session.body.accounts).toMatchObject([{ accountId: expect.not.stringContaining(accountId), role: 'owner' }])
  })
})

describe('an enemy', () => {
  it('400 for a key __proto__ in any part of a call', async () => {
    const { browser } = await signedIn(world)
    for (const part of ['params', 'query', 'body']) {
      const { status, body } = await browser.post('/api/op/team.list', `{"${part}":{"__proto__":{"polluted":1}}}`)
      expect([part, status, body.code, body.errors?.[0]?.field]).toEqual([part, 400, 'unknown_field', '__proto__'])
    }
  })

  it('403 from a page of another origin, of none, or of a sandboxed frame, also for signing in', async () => {
    const { browser, email, accountId } = await signedIn(world)
    const origins = [
      'http://evil.example',
      'http://ranks.example.evil.example',
      'null',
      'http://ranks.example:81',
      'https://ranks.example',
      '',
    ]
    for (const origin of origins) {
      const key = await browser.op('keys.create', createKey(accountId), { origin })
      expect([origin, key.status, key.body.code]).toEqual([origin, 403, 'browser_not_allowed'])
      const entry = await browser.post('/auth/sign-in', { email, password }, { origin })
      expect([origin, entry.status]).toEqual([origin, 403])
    }
    expect((await browser.op('keys.list', { params: { accountId } })).body.keys).toEqual([])
  })

  it('404 for the account of somebody else, named by the page or by the call', async () => {
    const [mine, theirs] = [await signedIn(world), await signedIn(world)]
    const foreign = { 'x-account': theirs.accountId }
    expect((await mine.browser.op('keys.create', createKey(theirs.accountId), foreign)).status).toBe(404)
    expect((await mine.browser.op('keys.create', createKey(theirs.accountId))).status).toBe(404)
    expect((await mine.browser.op('keys.create', createKey(mine.accountId), { 'x-account': "' OR 1" })).status).toBe(
      404,
    )
    expect((await theirs.browser.op('keys.list', { params: { accountId: theirs.accountId } })).body.keys).toEqual([])
  })

  it('nothing while the account is only pending', async () => {
    const { browser, personId, accountId } = await signedIn(world)
    await world.database.pool.query(`UPDATE member SET state = 'pending' WHERE person_id = $1`, [personId])
    expect((await browser.op('keys.create', createKey(accountId))).status).toBe(503)
    expect((await browser.op('keys.create', createKey(accountId), { 'x-account': accountId })).status).toBe(404)
  })

  it('401 with an expired session, a forged cookie, a bare token, another signature, or the session of a deleted person', async () => {
    const { browser, personId, accountId } = await signedIn(world)
    const [[name = '', value = '']] = [...browser.cookies] as [[string, string]] // safe because a session has one cookie
    const token = decodeURIComponent(value).split('.')[0] ?? ''
    const other = (await signedIn(world)).browser.cookies.get(name) ?? ''
    const signature = decodeURIComponent(other).split('.').slice(1).join('.')
    const forged = [
      'x',
      token,
      `${token}.`,
      `${token}.${signature}`,
      `${token}.${Buffer.alloc(32).toString('base64')}`,
      '%',
      '%00.',
    ]
    for (const cookie of forged) {
      browser.cookies.set(name, cookie)
      expect([cookie, (await browser.op('keys.list', { params: { accountId } })).status]).toEqual([cookie, 401])
    }
    browser.cookies.set(name, value)
    expect((await browser.op('keys.list', { params: { accountId } })).status).toBe(200)
    await world.database.pool.query(
      `UPDATE person_session SET expires_at = now() - interval '1 second' WHERE person_id = $1`,
      [personId],
    )
    expect((await browser.op('keys.list', { params: { accountId } })).status).toBe(401)
    const deleted = await signedIn(world)
    await world.database.pool.query('DELETE FROM person WHERE id = $1', [deleted.personId])
    expect((await deleted.browser.op('keys.list', { params: { accountId: deleted.accountId } })).status).toBe(401)
  })

  it('the first of two cookies of the name counts', async () => {
    const { browser, accountId } = await signedIn(world)
    const planted = { cookie: `rts=planted; rts=${browser.cookies.get('rts')}` }
    expect((await browser.op('keys.list', { params: { accountId } }, planted)).status).toBe(401)
  })

  it('413 for 5 MB, 415 for a form, 400 for what is no JSON object', async () => {
    const { browser } = await signedIn(world)
    expect((await browser.op('keys.list', 'x'.repeat(5_000_000))).status).toBe(413)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await browser.post('/auth/sign-in', 'email=a', form)).status).toBe(415)
    expect((await browser.post('/auth/sign-in', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
    for (const body of ['', '[]', 'null', '{"a":1,"a":2}', '{"extra":{}}'])
      expect([body, (await browser.op('sites.list', body)).status]).toEqual([body, 400])
  })

  it('404 for operations that are not for people, unknown ones, and every address of the library', async () => {
    const { browser } = await signedIn(world)
    for (const name of ['accounts.create', 'accounts.update', 'guests.register', 'nothing.here', 'constructor'])
      expect([name, (await browser.op(name)).status]).toEqual([name, 404])
    const library = [
      'sign-up/email',
      'sign-in/email',
      'get-session',
      'update-user',
      'list-accounts',
      'list-sessions',
      'delete-user',
    ]
    for (const path of library) expect([path, (await browser.post(`/auth/${path}`)).status]).toEqual([path, 404])
  })
})

it('a session has 300 calls a minute: the next is refused with the time to wait', async () => {
  const { browser, accountId } = await signedIn(world)
  await browser.op('keys.list', { params: { accountId } })
  await world.database.pool.query(
    `UPDATE attempt SET stamps = array_fill(clock_timestamp(), ARRAY[300]) WHERE bucket LIKE 'call %'
     AND bucket = 'call ' || (SELECT id FROM person_session ORDER BY created_at DESC LIMIT 1)`,
  )
  const reply = await browser.op('keys.list', { params: { accountId } })
  expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(50)
})
