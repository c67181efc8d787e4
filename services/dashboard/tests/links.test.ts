import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMail, password, signedIn, signIn, signUp, verified } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

const secret = 'a secret of forty characters in the test'
let world: World
beforeAll(async () => {
  world = await startWorld({ AUTH_SECRET: secret })
})
afterAll(() => world.stop())

/** A link that verifies, as ours are signed. */
function verifyToken(email: string, expiresInSeconds: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1_000)
  const signed = `${part({ alg: 'HS256' })}.${part({ email, iat: now - 100_000, exp: now + expiresInSeconds })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

describe('a link that verifies', () => {
  it('404 once it is old, and nothing is verified', async () => {
    const [browser, email] = [world.browser(), freshMail()]
    await signUp(browser, email)
    const verify = (token: string) => browser.post('/auth/verify', { token, password })
    expect((await verify(verifyToken(email, -1))).status).toBe(404)
    expect((await signIn(browser, email)).body.code).toBe('mail_not_verified')
    expect((await verify(verifyToken(email, 60))).status).toBe(200)
    expect((await signIn(browser, email)).status).toBe(200)
  })

  it('confirms only with the password of the sign-up: who signed up with a foreign address gains nothing by its owner', async () => {
    const [browser, email] = [world.browser(), freshMail()]
    await signUp(browser, email)
    const token = await world.linkTo(email, 'verify')
    const refused = await browser.post('/auth/verify', { token, password: 'what its owner would type' })
    expect(refused.body).toMatchObject({ status: 400, errors: [{ field: 'password' }] })
    const owner = world.browser()
    expect((await owner.post('/auth/verify', { token })).body.errors[0].field).toBe('password')
    // The owner tried to sign up too: that browser did not make this password either.
    await signUp(owner, email)
    expect((await owner.post('/auth/verify', { token })).body.errors[0].field).toBe('password')
    expect((await signIn(browser, email)).body.code).toBe('mail_not_verified')
    expect((await browser.post('/auth/verify', { token, password })).status).toBe(200)
  })

  it('signs in the browser of the sign-up without a password, once, by a new session that ends the one before', async () => {
    const { browser, personId: before } = await signedIn(world)
    const old = world.browser()
    for (const [name, value] of browser.cookies) old.cookies.set(name, value)
    const email = await signUp(browser)
    const token = await world.linkTo(email, 'verify')
    expect((await browser.post('/auth/verify', { token })).status).toBe(200)
    const { person, accountId } = (await browser.post('/api/session')).body
    expect([person.email, typeof accountId, person.id === before]).toEqual([email, 'string', false])
    expect((await old.post('/api/session')).body.person).toBeNull()
    const again = world.browser()
    expect((await again.post('/auth/verify', { token, password })).status).toBe(200)
    expect((await again.post('/api/session')).body.person).toBeNull()
  })

  it('is opened in another browser with the password, which signs in there', async () => {
    const email = await signUp(world.browser())
    const phone = world.browser()
    expect((await phone.post('/auth/verify', { token: await world.linkTo(email, 'verify'), password })).status).toBe(
      200,
    )
    expect((await phone.post('/api/session')).body.person.email).toBe(email)
  })

  it('needs the password where the cookie of the sign-up is of another person, changed or a session’s', async () => {
    const [mine, other] = [world.browser(), world.browser()]
    const email = await signUp(mine)
    await signUp(other)
    const token = await world.linkTo(email, 'verify')
    const name = 'rts-sign-up'
    const session = [...(await signedIn(world)).browser.cookies].find(([each]) => each === 'rts')?.[1]
    for (const value of [other.cookies.get(name), `${mine.cookies.get(name)}x`, session, '']) {
      const browser = world.browser()
      browser.cookies.set(name, String(value))
      expect((await browser.post('/auth/verify', { token })).body.errors[0].field).toBe('password')
    }
  })

  it('reveals no address: a link that we did not sign is answered alike for every address', async () => {
    const known = await verified(world)
    const forged = (email: string) => {
      const [head, , signature] = verifyToken(email, 60).split('.')
      return [head, Buffer.from(JSON.stringify({ email, exp: 1e10 })).toString('base64url'), signature].join('.')
    }
    const answers = await Promise.all(
      [known, freshMail()].map((email) => world.browser().post('/auth/verify', { token: forged(email), password })),
    )
    expect(answers.map(({ body }) => [body.status, body.detail])).toEqual([
      [404, 'This link is used or no longer valid; ask for a new one'],
      [404, 'This link is used or no longer valid; ask for a new one'],
    ])
  })

  it('of an address that its person has left verifies no one', async () => {
    const [browser, email] = [world.browser(), freshMail()]
    await verified(world, browser, email)
    await world.database.pool.query('UPDATE person SET email = $2 WHERE email = $1', [email, freshMail()])
    expect((await browser.post('/auth/verify', { token: verifyToken(email, 60), password })).status).toBe(404)
    await signUp(world.browser(), email)
    expect((await signIn(world.browser(), email)).body.code).toBe('mail_not_verified')
  })
})

describe('the links of letters', () => {
  it('lead to PUBLIC_URL, whatever host the browser names', async () => {
    const email = freshMail()
    const evil = { host: 'evil.example', origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }
    const reply = await world.browser().post('/auth/sign-up', { email, password, name: 'Ada' }, evil)
    expect(reply.status).toBe(200)
    await world.linkTo(email, 'verify')
    expect(world.letters(email).join()).toContain('http://ranks.example/verify#')
    expect(world.letters(email).join()).not.toContain('evil')
  })
})

describe('a password', () => {
  it('that is reset by a link proves no address: it has to be confirmed first', async () => {
    const [browser, email] = [world.browser(), freshMail()]
    await signUp(browser, email)
    await browser.post('/auth/reset/send', { email })
    const token = await world.linkTo(email, 'reset')
    expect((await browser.post('/auth/reset', { token, password: 'another good password' })).status).toBe(200)
    expect((await signIn(browser, email, 'another good password')).body.code).toBe('mail_not_verified')
  })

  it('is the same however its letters are composed', async () => {
    const [browser, email, letters] = [world.browser(), freshMail(), 'Ångström für Öl']
    await browser.post('/auth/sign-up', { email, password: letters.normalize('NFC'), name: 'Ada' })
    const proof = { token: await world.linkTo(email, 'verify'), password: letters.normalize('NFD') }
    expect((await browser.post('/auth/verify', proof)).status).toBe(200)
    expect((await signIn(browser, email, letters.normalize('NFD'))).status).toBe(200)
    expect((await signIn(browser, email, letters.toLowerCase())).status).toBe(401)
  })
})

it('a mail server that is away shows in no answer', async () => {
  const silent = await startWorld({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const [browser, email] = [silent.browser(), freshMail()]
  for (let i = 0; i < 2; i++)
    expect((await browser.post('/auth/sign-up', { email, password, name: 'Ada' })).status).toBe(200)
  for (const path of ['/auth/verify/send', '/auth/reset/send'])
    expect(await browser.post(path, { email })).toMatchObject({ status: 200, body: { ok: true } })
  const waiting = await silent.database.pool.query('SELECT 1 FROM facts.delivery WHERE done_at IS NULL')
  expect(waiting.rowCount).toBeGreaterThan(0)
  await silent.stop()
})
