import { randomUUID } from 'node:crypto'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMail, password, signedIn, signIn, signUp, verified } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const other = 'another good password'
const query = (sql: string, ...values: unknown[]) => world.database.pool.query(sql, values)
const grewOld = (personId: string) =>
  query(`UPDATE person_session SET created_at = created_at - interval '11 minutes' WHERE person_id = $1`, personId)
const nameOf = async (browser: Awaited<ReturnType<typeof signedIn>>['browser']) =>
  (await browser.post('/api/session')).body.person?.email ?? null

/** Somebody who is signed in and has no account. */
async function withoutAccount() {
  const person = await signedIn(world)
  await query('DELETE FROM member WHERE person_id = $1', person.personId)
  return person
}

describe('a person', () => {
  it('reads and changes their name, also without an account', async () => {
    const { browser, email, personId } = await withoutAccount()
    const read = await browser.op('person.get')
    expect(read.body).toEqual({
      person: { id: personId, email, name: 'Ada', createdAt: expect.any(String) },
      newMail: null,
      timeZone: 'UTC',
    })
    const changed = await browser.op('person.update', { body: { name: '  Ada Lovelace ' } })
    expect(changed.body.person).toMatchObject({ id: personId, name: 'Ada Lovelace' })
    for (const name of ['', ' ', 'a\nb', 'a'.repeat(101)]) {
      const refused = await browser.op('person.update', { body: { name } })
      expect([name, refused.status, refused.body.errors?.[0]?.field]).toEqual([name, 400, 'name'])
    }
    expect((await browser.post('/api/session')).body.person.name).toBe('Ada Lovelace')
    expect((await world.browser().op('person.get')).body.code).toBe('not_signed_in')
  })
})

describe('sessions', () => {
  it('are listed with a coarse network, this one first, and no other person’s', async () => {
    const { browser, email } = await signedIn(world)
    const elsewhere = world.browser()
    await signIn(elsewhere, email)
    await elsewhere.post('/api/session')
    await signedIn(world)
    const { sessions } = (await browser.op('sessions.list')).body
    const network = (address: string) => `${address.split('.').slice(0, 3).join('.')}.0/24`
    const times = { createdAt: expect.any(String), lastUsedAt: expect.any(String) }
    expect(sessions).toEqual([
      { id: expect.any(String), isCurrent: true, from: network(browser.from), ...times },
      { id: expect.any(String), isCurrent: false, from: network(elsewhere.from), ...times },
    ])
    expect((await elsewhere.op('sessions.list')).body.sessions[0]).toMatchObject({
      id: sessions[1].id,
      isCurrent: true,
    })
  })

  it('say when they were last used, to the minute', async () => {
    const { browser, personId } = await signedIn(world)
    const lastUse = async () => (await browser.op('sessions.list')).body.sessions[0].lastUsedAt
    const first = await lastUse()
    expect(await lastUse()).toBe(first)
    await query(`UPDATE person_session SET used_at = used_at - interval '2 minutes' WHERE person_id = $1`, personId)
    expect(Date.parse(await lastUse())).toBeGreaterThanOrEqual(Date.parse(first))
  })

  it('end one by one, and only one’s own', async () => {
    const [{ browser, email }, stranger] = [await signedIn(world), await signedIn(world)]
    const elsewhere = world.browser()
    await signIn(elsewhere, email)
    const [, { id }] = (await browser.op('sessions.list')).body.sessions
    const end = (by: typeof browser) => by.op('sessions.revoke', { body: { sessionId: id } })
    expect((await end(stranger.browser)).status).toBe(404)
    expect(await nameOf(elsewhere)).toBe(email)
    expect((await end(browser)).body).toEqual({ ended: 1 })
    expect(await nameOf(elsewhere)).toBeNull()
    expect((await end(browser)).status).toBe(404)
  })

  it('end all but this one without an id', async () => {
    const { browser, email } = await signedIn(world)
    const others = [world.browser(), world.browser()]
    for (const each of others) await signIn(each, email)
    expect((await browser.op('sessions.revoke', { body: {} })).body).toEqual({ ended: 2 })
    for (const each of others) expect(await nameOf(each)).toBeNull()
    expect(await nameOf(browser)).toBe(email)
  })
})

describe('another mail address', () => {
  const ask = (browser: Awaited<ReturnType<typeof signedIn>>['browser'], email: string) =>
    browser.op('mailChange.create', { body: { email } })
  const accept = (browser: Awaited<ReturnType<typeof signedIn>>['browser'], token: string) =>
    browser.op('mailChange.accept', { body: { token } })
  const contactOf = async (accountId: string) =>
    (await world.operator.call('accounts.get', { params: { accountId } })).account.email

  it('is used from the moment its link is, and changes nothing before: the old one hears of it, the account follows', async () => {
    const { browser, email, accountId, personId } = await signedIn(world)
    const next = freshMail()
    const asked = await ask(browser, next.toUpperCase())
    expect(asked.body).toEqual({ newMail: { email: next, expiresAt: expect.any(String) } })
    const token = await world.linkTo(next, 'mail')
    await until('the notice', () => world.letters(email).some((text) => text.includes('another email address')))
    expect(world.letters(email).join()).not.toContain(next)
    expect((await browser.op('person.get')).body).toMatchObject({ person: { email }, newMail: { email: next } })
    expect((await signIn(world.browser(), next)).status).toBe(401)
    expect(await contactOf(accountId)).toBe(email)
    const rows = await query(
      `SELECT row_to_json(m)::text AS row FROM mail_change m UNION ALL SELECT row_to_json(e)::text FROM facts.event e`,
    )
    expect(rows.rows.filter(({ row }) => row.includes(token))).toEqual([])

    expect((await accept(browser, token)).body.person).toMatchObject({ id: personId, email: next })
    expect(await nameOf(browser)).toBe(next)
    expect((await signIn(world.browser(), email)).status).toBe(401)
    expect((await signIn(world.browser(), next)).status).toBe(200)
    await until('the account to follow', async () => (await contactOf(accountId)) === next)
    expect((await accept(browser, token)).status).toBe(404)
    expect((await browser.op('person.get')).body.newMail).toBeNull()
  })

  it('403 sign_in_again when the session is not of the last ten minutes, and no letter', async () => {
    const { browser, email, personId } = await signedIn(world)
    await grewOld(personId)
    const next = freshMail()
    expect((await ask(browser, next)).body.code).toBe('sign_in_again')
    await signIn(browser, email)
    expect((await ask(browser, next)).status).toBe(200)
  })

  it('404 for a link that was replaced, is old, was taken back, or is another person’s', async () => {
    const [{ browser, personId }, stranger] = [await signedIn(world), await signedIn(world)]
    const [first, second] = [freshMail(), freshMail()]
    await ask(browser, first)
    const replaced = await world.linkTo(first, 'mail')
    await ask(browser, second)
    const token = await world.linkTo(second, 'mail')
    expect((await accept(browser, replaced)).status).toBe(404)
    expect((await accept(stranger.browser, token)).status).toBe(404)
    expect((await world.browser().op('mailChange.accept', { body: { token } })).status).toBe(401)
    await query(`UPDATE mail_change SET expires_at = now() - interval '1 second' WHERE person_id = $1`, personId)
    expect((await accept(browser, token)).status).toBe(404)
    await query(`UPDATE mail_change SET expires_at = now() + interval '1 hour' WHERE person_id = $1`, personId)
    expect((await browser.op('mailChange.delete')).body).toEqual({ ok: true })
    expect((await accept(browser, token)).status).toBe(404)
  })

  it('once, of three at once', async () => {
    const { browser } = await signedIn(world)
    const next = freshMail()
    await ask(browser, next)
    const token = await world.linkTo(next, 'mail')
    const replies = await Promise.all([1, 2, 3].map(() => accept(browser, token)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('that somebody else has proved gets the same answer, and 409 from its owner’s mailbox: nothing changes', async () => {
    const { browser, email } = await signedIn(world)
    const taken = await verified(world)
    expect((await ask(browser, taken)).body).toEqual({ newMail: { email: taken, expiresAt: expect.any(String) } })
    const refused = await accept(browser, await world.linkTo(taken, 'mail'))
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(await nameOf(browser)).toBe(email)
    expect((await signIn(world.browser(), taken)).status).toBe(200)
  })

  it('that somebody else signed up with and never proved is no longer theirs', async () => {
    const { browser } = await signedIn(world)
    const next = freshMail()
    await signUp(world.browser(), next)
    await ask(browser, next)
    expect((await accept(browser, await world.linkTo(next, 'mail'))).status).toBe(200)
    expect((await query('SELECT 1 FROM person WHERE email = $1', next)).rowCount).toBe(1)
  })

  it('is forgotten with a new password, by reset as by change', async () => {
    const { browser, email } = await signedIn(world)
    const next = freshMail()
    await ask(browser, next)
    const token = await world.linkTo(next, 'mail')
    await browser.post('/auth/password', { currentPassword: password, newPassword: other })
    expect((await accept(browser, token)).status).toBe(404)
    await ask(browser, next)
    const again = await world.linkTo(next, 'mail', 2)
    await world.browser().post('/auth/reset/send', { email })
    await world.browser().post('/auth/reset', { token: await world.linkTo(email, 'reset'), password })
    await signIn(browser, email)
    expect((await accept(browser, again)).status).toBe(404)
  })

  it('makes the reset links worthless that wait in the old mailbox', async () => {
    const { browser, email } = await signedIn(world)
    await world.browser().post('/auth/reset/send', { email })
    const reset = await world.linkTo(email, 'reset')
    const next = freshMail()
    await ask(browser, next)
    await accept(browser, await world.linkTo(next, 'mail'))
    expect((await world.browser().post('/auth/reset', { token: reset, password: other })).status).toBe(404)
  })

  it('400 for what is none, or one’s own; 429 for the sixth request within an hour', async () => {
    const { browser, email } = await signedIn(world)
    for (const bad of ['', 'a@b', 'k@\u212A.example', email.toUpperCase()]) {
      const refused = await ask(browser, bad)
      expect([bad, refused.status, refused.body.errors?.[0]?.field]).toEqual([bad, 400, 'email'])
    }
    for (let i = 0; i < 5; i++) expect((await ask(browser, freshMail())).status).toBe(200)
    expect((await ask(browser, freshMail())).body.code).toBe('rate_limited')
  })

  it('three links an hour reach one mailbox, whatever asks for them', async () => {
    const next = freshMail()
    const people = [await signedIn(world), await signedIn(world), await signedIn(world), await signedIn(world)]
    for (const { browser } of people) expect((await ask(browser, next)).status).toBe(200)
    await world.linkTo(next, 'mail', 3)
    for (const { email } of people)
      await until('the notices', () => world.letters(email).some((text) => text.includes('another email address')))
    expect(world.letters(next)).toHaveLength(3)
  })
})

describe('a changed password', () => {
  it('is confirmed to its owner by mail', async () => {
    const { browser, email } = await signedIn(world)
    await browser.post('/auth/password', { currentPassword: password, newPassword: other })
    await until('the letter', () => world.letters(email).some((text) => text.includes('Your password was changed')))
  })
})

describe('a person who deletes themselves', () => {
  const remove = (browser: Awaited<ReturnType<typeof signedIn>>['browser'], confirm: string) =>
    browser.op('person.delete', { body: { confirm } })

  it('has no session any more, and their address is free', async () => {
    const { browser, email, personId } = await withoutAccount()
    await browser.post('/auth/reset/send', { email })
    const token = await world.linkTo(email, 'reset')
    expect((await remove(browser, email.toUpperCase())).body).toEqual({ ok: true })
    expect(await nameOf(browser)).toBeNull()
    for (const table of ['person_session', 'credential', 'member'])
      expect((await query(`SELECT 1 FROM ${table} WHERE person_id = $1`, personId)).rowCount).toBe(0)
    expect((await query('SELECT 1 FROM person_token WHERE value = $1', personId)).rowCount).toBe(0)
    expect((await world.browser().post('/auth/reset', { token, password: other })).status).toBe(404)
    await query(`DELETE FROM attempt WHERE bucket LIKE 'mail %'`)
    await signUp(world.browser(), email)
    await world.linkTo(email, 'verify', 2)
  })

  it('409 while they own an open account; after it is closed at once', async () => {
    const { browser, email, accountId } = await signedIn(world)
    const refused = await remove(browser, email)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(await nameOf(browser)).toBe(email)
    await browser.op('accounts.close', { params: { accountId }, body: { confirm: email } })
    expect((await remove(browser, email)).status).toBe(200)
    await until('no person to be left', async () => {
      const left = await query('SELECT 1 FROM member WHERE account_id = $1', accountId)
      return left.rowCount === 0
    })
  })

  it('409 while an account is being made for them', async () => {
    const { browser, email, personId } = await withoutAccount()
    await query(
      `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, $2, 'owner', 'pending')`,
      personId,
      randomUUID(),
    )
    expect((await remove(browser, email)).status).toBe(409)
  })

  it('leaves the accounts of others as they were', async () => {
    const [owner, { browser, email, personId }] = [await signedIn(world), await withoutAccount()]
    await query(
      `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, $2, 'admin', 'active')`,
      personId,
      owner.accountId,
    )
    expect((await remove(browser, email)).status).toBe(200)
    expect((await owner.browser.op('keys.list', { params: { accountId: owner.accountId } })).status).toBe(200)
  })

  it('400 without their address, 403 when they signed in a while ago', async () => {
    const { browser, email, personId } = await withoutAccount()
    const refused = await remove(browser, 'delete')
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'confirm'])
    await grewOld(personId)
    expect((await remove(browser, email)).body.code).toBe('sign_in_again')
    expect(await nameOf(browser)).toBe(email)
  })
})
