import { createLogger } from '@rts/shared/logger'
import { getMigrations } from 'better-auth/db/migration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraryOptions } from '../src/sign-in/auth/library.ts'
import { freshMail, password, signedIn, signIn, signUp, verified } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const other = 'another good password'
const many = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_none, i) => one(i)))
const countOf = async (sql: string, ...values: unknown[]) =>
  Number((await world.database.pool.query(`SELECT count(*) AS n FROM ${sql}`, values)).rows[0].n)

it('our tables are what the library wants: it would add nothing', async () => {
  const options = libraryOptions({
    pool: world.database.pool,
    publicUrl: 'http://ranks.example',
    cookieName: 'rts',
    secret: 's'.repeat(32),
    logger: createLogger('dashboard', 'silent'),
    post: () => {},
    afterReset: async () => {},
    hashing: { run: (hash) => hash() },
  })
  const { toBeCreated, toBeAdded } = await getMigrations(options)
  expect([toBeCreated, toBeAdded]).toEqual([[], []])
})

describe('signing up', () => {
  it('ten times at once with one address: the same answer to all, one person, one letter of each kind at most three', async () => {
    const email = freshMail()
    const replies = await many(10, () => world.browser().post('/auth/sign-up', { email, password, name: 'Ada' }))
    expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(10).fill([200, { ok: true }]))
    expect(await countOf('person WHERE email = $1', email)).toBe(1)
    expect(await countOf('credential c JOIN person p ON p.id = c.person_id WHERE email = $1', email)).toBe(1)
    await world.linkTo(email, 'verify')
    expect(world.letters(email).length).toBeLessThanOrEqual(3)
  })

  it('with an address that is taken: the same answer, its owner gets a letter, and their password stays', async () => {
    const email = await verified(world)
    const reply = await world.browser().post('/auth/sign-up', { email, password: other, name: 'Eve' })
    const free = await world.browser().post('/auth/sign-up', { email: freshMail(), password: other, name: 'Eve' })
    const shape = ({ setCookies: [line = ''], ...known }: typeof reply) => [known.status, known.body, line.length]
    expect(shape(reply)).toEqual(shape(free))
    expect((await signIn(world.browser(), email, other)).status).toBe(401)
    expect((await signIn(world.browser(), email)).status).toBe(200)
  })

  it('400 for what is no address or name, before the library sees it', async () => {
    const bad = {
      email: [
        '',
        'a',
        'a@b',
        'k@\u212A.example',
        '\u0130@example.com',
        `${'a'.repeat(250)}@example.com`,
        'a\u0000@example.com',
        'a@example.com\r\nBcc: b@example.com',
      ],
      name: ['', '   ', 'a\r\nBcc: b@example.com', 'a'.repeat(101), '\u0000'],
      password: [
        'short',
        'a'.repeat(9),
        `${password}${'a'.repeat(129)}`,
        `${password}\u0000`,
        'aaaaaaaaaa',
        ' '.repeat(10),
      ],
    }
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        const reply = await world
          .browser()
          .post('/auth/sign-up', { email: freshMail(), password, name: 'Ada', [field]: value })
        expect([field, value, reply.status, reply.body.errors?.[0]?.field]).toEqual([field, value, 400, field])
      }
    }
    expect(
      (await world.browser().post('/auth/sign-up', { email: freshMail(), password, name: 'Ada', image: 'x' })).body
        .code,
    ).toBe('unknown_field')
  })

  it('a password counts whole: 128 characters are taken, and the 73rd byte matters', async () => {
    const [browser, email, first] = [world.browser(), freshMail(), `${password}${'a'.repeat(72 - password.length)}`]
    const long = `${first}${'b'.repeat(56)}`
    await browser.post('/auth/sign-up', { email, password: long, name: 'Ada' })
    await browser.post('/auth/verify', { token: await world.linkTo(email, 'verify'), password: long })
    expect((await signIn(browser, email, `${first}${'c'.repeat(56)}`)).status).toBe(401)
    expect((await signIn(browser, email, long)).status).toBe(200)
  })

  it('429 for the sixth from one network within an hour, and not from another', async () => {
    const browser = world.browser()
    for (let i = 0; i < 5; i++) await signUp(browser)
    const sixth = await browser.post('/auth/sign-up', { email: freshMail(), password, name: 'Ada' })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate_limited'])
    await signUp(world.browser())
  })

  it('429 for forms that cannot be read, before they are read, after 120 from one network in a quarter of an hour', async () => {
    const browser = world.browser()
    const send = (body: unknown) => browser.post('/auth/sign-up', body)
    const replies = await many(120, () => send('[]'))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
    for (const body of ['[]', { email: freshMail(), password, name: 'Ada' }])
      expect((await send(body)).body.code).toBe('rate_limited')
    expect((await browser.post('/auth/sign-out', {})).status).toBe(200)
    await signUp(world.browser())
  })
})

describe('the link that verifies', () => {
  it('does nothing when it is opened, by whichever method of reading', async () => {
    const browser = world.browser()
    const email = await signUp(browser)
    const token = await world.linkTo(email, 'verify')
    for (const path of [`/verify?token=${token}`, `/auth/verify-email?token=${token}`, `/auth/verify?token=${token}`])
      for (const method of ['GET', 'HEAD']) await fetch(world.url + path, { method })
    expect((await signIn(browser, email)).body.code).toBe('mail_not_verified')
    expect((await browser.post('/auth/verify', { token, password })).status).toBe(200)
  })

  it('404 for one that is broken, of another secret, or old', async () => {
    const browser = world.browser()
    const email = await signUp(browser)
    const token = await world.linkTo(email, 'verify')
    const [head = '', , signature = ''] = token.split('.')
    const payload = Buffer.from(JSON.stringify({ email, iat: 1, exp: 2_000_000_000_000 })).toString('base64url')
    for (const wrong of ['x', `${token}x`, `${head}.${payload}.${signature}`, `${head}.${payload}.`])
      expect([wrong, (await browser.post('/auth/verify', { token: wrong, password })).status]).toEqual([wrong, 404])
    await world.database.pool.query('DELETE FROM person WHERE email = $1', [email])
    expect((await browser.post('/auth/verify', { token, password })).status).toBe(404)
  })

  it('is sent again on request, with the same answer for an unknown address', async () => {
    const browser = world.browser()
    const email = await signUp(browser)
    for (const to of [email, freshMail()])
      expect(await browser.post('/auth/verify/send', { email: to })).toMatchObject({ status: 200, body: { ok: true } })
    await world.linkTo(email, 'verify', 1)
  })
})

describe('signing in', () => {
  it('the same refusal for a wrong password and an unknown address', async () => {
    const email = await verified(world)
    const [wrong, unknown] = [await signIn(world.browser(), email, other), await signIn(world.browser(), freshMail())]
    const publicPart = ({ status, body: { code, detail } }: typeof wrong) => [status, code, detail]
    expect(publicPart(wrong)).toEqual(publicPart(unknown))
    expect(publicPart(wrong).slice(0, 2)).toEqual([401, 'sign_in_failed'])
  })

  it('while signed in ends the old session and makes a new one', async () => {
    const { browser, email, personId } = await signedIn(world)
    const old = world.browser()
    for (const [name, value] of browser.cookies) old.cookies.set(name, value)
    expect((await signIn(browser, email)).status).toBe(200)
    expect([...browser.cookies.values()]).not.toEqual([...old.cookies.values()])
    expect((await old.post('/api/session')).body.person).toBeNull()
    expect(await countOf('person_session WHERE person_id = $1', personId)).toBe(1)
  })

  it('429 for the eleventh wrong password from one network, while the owner signs in from another', async () => {
    const email = await verified(world)
    const enemy = world.browser()
    for (let i = 0; i < 10; i++) expect((await signIn(enemy, email, other)).status).toBe(401)
    expect((await signIn(enemy, email)).status).toBe(429)
    expect((await signIn(world.browser(), email)).status).toBe(200)
  })
})

describe('a reset by link', () => {
  it('sets the password, ends all sessions, and makes older links worthless', async () => {
    const { browser, email } = await signedIn(world)
    await browser.post('/auth/reset/send', { email })
    const older = await world.linkTo(email, 'reset')
    const held = await world.database.pool.query('SELECT row_to_json(t)::text AS row FROM person_token t')
    expect(held.rows.filter(({ row }) => row.includes(older))).toEqual([])
    await world.browser().post('/auth/reset/send', { email })
    const newer = await world.linkTo(email, 'reset', 2)
    const tokens = world.letters(email).flatMap((text) => /\/reset#(\S+)/.exec(text)?.[1] ?? [])
    expect(new Set(tokens).size).toBe(2)
    const reset = (token: string) => world.browser().post('/auth/reset', { token, password: other })
    expect((await reset(newer)).status).toBe(200)
    for (const token of [...tokens, older]) expect((await reset(token)).status).toBe(404)
    expect((await browser.post('/api/session')).body.person).toBeNull()
    expect((await signIn(world.browser(), email)).status).toBe(401)
    expect((await signIn(world.browser(), email, other)).status).toBe(200)
  })

  it('once, of three at once', async () => {
    const email = await verified(world)
    await world.browser().post('/auth/reset/send', { email })
    const token = await world.linkTo(email, 'reset')
    const replies = await many(3, () => world.browser().post('/auth/reset', { token, password: other }))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('lets the owner in again whom wrong passwords of others had locked out', async () => {
    const email = await verified(world)
    await world.database.pool.query(
      `UPDATE attempt SET stamps = array_fill(clock_timestamp(), ARRAY[100]) WHERE bucket LIKE 'sign-in mail %'`,
    )
    await many(1, () => signIn(world.browser(), email, other))
    await world.database.pool.query(
      `UPDATE attempt SET stamps = array_fill(clock_timestamp(), ARRAY[100]) WHERE bucket LIKE 'sign-in mail %'`,
    )
    expect((await signIn(world.browser(), email)).status).toBe(429)
    await world.browser().post('/auth/reset/send', { email })
    await world.browser().post('/auth/reset', { token: await world.linkTo(email, 'reset'), password: other })
    expect((await signIn(world.browser(), email, other)).status).toBe(200)
  })

  it('asked for an unknown address: the same answer, and no letter', async () => {
    const unknown = freshMail()
    expect(await world.browser().post('/auth/reset/send', { email: unknown })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect(world.letters(unknown)).toEqual([])
  })

  it('forty at once for one address send three letters at most', async () => {
    const email = await verified(world)
    await world.database.pool.query(`DELETE FROM attempt WHERE bucket LIKE 'mail %'`)
    await many(40, () => world.browser().post('/auth/reset/send', { email }))
    await world.linkTo(email, 'reset', 3)
    expect(world.letters(email).filter((text) => text.includes('/reset#'))).toHaveLength(3)
  })
})

describe('a changed password', () => {
  it('ends all other sessions, makes open links worthless, and keeps this browser signed in with a new session', async () => {
    const { browser, email } = await signedIn(world)
    const elsewhere = world.browser()
    await signIn(elsewhere, email)
    await browser.post('/auth/reset/send', { email })
    const token = await world.linkTo(email, 'reset')
    const before = [...browser.cookies.values()]
    const reply = await browser.post('/auth/password', { currentPassword: password, newPassword: other })
    expect(reply.status).toBe(200)
    expect([...browser.cookies.values()]).not.toEqual(before)
    expect((await elsewhere.post('/api/session')).body.person).toBeNull()
    expect((await browser.post('/api/session')).body.person.email).toBe(email)
    expect((await browser.post('/auth/reset', { token, password })).status).toBe(404)
  })

  it('is refused without the current one, and without a session', async () => {
    const { browser } = await signedIn(world)
    const wrong = await browser.post('/auth/password', { currentPassword: other, newPassword: other })
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'currentPassword'])
    const signedOut = await world.browser().post('/auth/password', { currentPassword: password, newPassword: other })
    expect([signedOut.status, signedOut.body.code]).toEqual([401, 'not_signed_in'])
  })
})

it('a session in use lasts on, and its cookie is renewed once a day', async () => {
  const { browser, personId } = await signedIn(world)
  expect((await browser.post('/api/session')).setCookies).toEqual([])
  await world.database.pool.query(
    `UPDATE person_session SET expires_at = now() + interval '2 days', updated_at = now() - interval '12 days' WHERE person_id = $1`,
    [personId],
  )
  expect((await browser.post('/api/session')).setCookies.join()).toContain('Max-Age=1209600')
  expect(
    await countOf(`person_session WHERE person_id = $1 AND expires_at > now() + interval '13 days'`, personId),
  ).toBe(1)
})

it('over https the cookie belongs to this host alone and is secure', async () => {
  const secure = await world.startReplica({ PUBLIC_URL: 'https://ranks.example' })
  const browser = world.browser()
  const email = await verified(world, browser)
  const origin = 'https://ranks.example'
  const reply = await world.browser(secure).post('/auth/sign-in', { email, password }, { origin })
  expect(reply.setCookies[0]).toMatch(/^__Host-rts=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

it('in production only PUBLIC_URL’s host and the allowed ones serve people', async () => {
  const strict = await world.startReplica({
    NODE_ENV: 'production',
    AUTH_SECRET: 'x'.repeat(32),
    ALLOWED_HOSTS: 'other.example',
  })
  const ask = (host: string) => world.browser(strict).post('/api/session', {}, { host, origin: `http://${host}` })
  expect((await ask('ranks.example')).status).toBe(200)
  expect((await ask('other.example')).status).toBe(200)
  expect((await ask('rebound.example')).status).toBe(404)
})

describe('a flood of sign-ins', () => {
  it('is refused with 429 and Retry-After once the queue of hashes is longer than a second, while people who are signed in are served', async () => {
    const { browser } = await signedIn(world)
    const flood = many(120, () => signIn(world.browser(), freshMail()))
    const [session, page] = await Promise.all([browser.post('/api/session'), browser.get('/signin')])
    expect([session.status, page.status]).toEqual([200, 200])
    const replies = await flood
    const refused = replies.filter(({ status }) => status === 429)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429]))
    for (const { headers, body } of refused)
      expect([Number(headers['retry-after']) > 0, body.code]).toEqual([true, 'rate_limited'])
    expect((await signIn(world.browser(), freshMail())).status).toBe(401)
  })

  it('costs no try of a person who is refused for it', async () => {
    const email = await verified(world)
    const person = world.browser()
    const flood = many(120, () => signIn(world.browser(), freshMail()))
    const tries = await many(20, () => signIn(person, email))
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(10)
    await flood
    expect((await signIn(person, email)).status).toBe(200)
  })
})

it('networks of one /48 of IPv6 share their tries', async () => {
  const from = (i: number) => world.browser(world.url, `2001:db8:77:${i.toString(16)}::1`)
  for (let i = 0; i < 30; i++) expect((await signIn(from(i), freshMail())).status).toBe(401)
  expect((await signIn(from(30), freshMail())).status).toBe(429)
  expect((await signIn(world.browser(world.url, '2001:db8:78::1'), freshMail())).status).toBe(401)
})

it('400 for a new password that is common or simple, with the field named, in sign-up, reset and change', async () => {
  const { browser, email } = await signedIn(world)
  const weak = '1234567890'
  await browser.post('/auth/reset/send', { email })
  const token = await world.linkTo(email, 'reset')
  const replies = [
    ['password', await world.browser().post('/auth/sign-up', { email: freshMail(), password: weak, name: 'Ada' })],
    ['password', await browser.post('/auth/reset', { token, password: weak })],
    ['newPassword', await browser.post('/auth/password', { currentPassword: password, newPassword: weak })],
  ] as const
  for (const [field, { status, body }] of replies) expect([status, body.errors?.[0]?.field]).toEqual([400, field])
  expect((await signIn(world.browser(), email)).status).toBe(200)
})
