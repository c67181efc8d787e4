import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMail, password, signIn, signUp, verified } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const other = 'another good password'
type Order = { email: string; name?: string; password?: string }
const create = (order: Order) => world.operator.call('persons.create', { body: { name: 'Ada', ...order } })

describe('a person whom the operator makes', () => {
  it('signs in with the password at once, and owns the account that the operator made for their address', async () => {
    const email = freshMail()
    const { account } = await world.operator.call('accounts.create', { body: { email, plan: 'growth' } })
    const made = await create({ email: email.toUpperCase(), password })
    expect(made).toMatchObject({ person: { email, name: 'Ada' }, created: true, passwordUrl: null })
    const browser = world.browser()
    expect((await signIn(browser, email)).status).toBe(200)
    expect((await browser.post('/api/session')).body).toMatchObject({
      accountId: account.id,
      accounts: [{ accountId: account.id, role: 'owner' }],
    })
    expect(world.letters(email)).toEqual([])
  })

  it('gets letters by the clock of the browser that opened a page last, and by UTC before', async () => {
    const email = freshMail()
    await create({ email, password })
    const browser = world.browser()
    await signIn(browser, email)
    const zone = async () => (await browser.post('/api/op/person.get')).body.timeZone
    expect(await zone()).toBe('UTC')
    for (const timeZone of ['Asia/Jakarta', 'Mars/Olympus']) {
      expect((await browser.post('/api/session', { timeZone })).status).toBe(200)
      expect(await zone()).toBe('Asia/Jakarta')
    }
    expect((await browser.post('/api/session', { timeZone: 7 })).status).toBe(400)
  })

  it('without a password gets a link to set one, once', async () => {
    const email = freshMail()
    const { passwordUrl } = await create({ email })
    const token = /^http:\/\/ranks\.example\/reset#(\S+)$/.exec(passwordUrl ?? '')?.[1]
    expect((await signIn(world.browser(), email)).status).toBe(401)
    const reset = () => world.browser().post('/auth/reset', { token, password })
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 404])
    expect((await signIn(world.browser(), email)).status).toBe(200)
    const held = await world.database.pool.query('SELECT row_to_json(t)::text AS row FROM person_token t')
    expect(held.rows.filter(({ row }) => row.includes(token))).toEqual([])
  })

  it('is answered as they are by a repeat: their name and password stay', async () => {
    const email = freshMail()
    const first = await create({ email, password })
    const again = await create({ email, name: 'Eve', password: other })
    expect(again).toEqual({ ...first, created: false })
    expect((await signIn(world.browser(), email, other)).status).toBe(401)
    expect((await signIn(world.browser(), email)).status).toBe(200)
  })

  it('gets nothing of somebody who signed up with the address and never proved it', async () => {
    const email = freshMail()
    const stranger = world.browser()
    await signUp(stranger, email)
    expect(await create({ email, name: 'Owner', password: other })).toMatchObject({
      person: { name: 'Owner' },
      created: true,
    })
    expect((await signIn(stranger, email)).status).toBe(401)
    expect((await signIn(world.browser(), email, other)).status).toBe(200)
  })

  it('is made once by five orders at once', async () => {
    const email = freshMail()
    const orders = await Promise.all(Array.from({ length: 5 }, () => create({ email, password })))
    expect(orders.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(orders.map(({ person }) => person.id)).size).toBe(1)
    expect((await signIn(world.browser(), email)).status).toBe(200)
  })

  it('is refused with a bad address, name or password, which is named', async () => {
    const bad = {
      email: ['', 'a@b', 'k@\u212A.example'],
      name: ['', 'a\nb'],
      password: ['short', '1234567890', 'a'.repeat(129)],
    }
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values)
        await expect(create({ email: freshMail(), password, [field]: value })).rejects.toMatchObject({
          code: 'invalid_input',
          message: expect.stringContaining(field),
        })
    }
  })
})

describe('the list of people', () => {
  const list = (query: object) => world.operator.call('persons.list', { query })

  it('says who has proved their address and which accounts they have, oldest first, page by page', async () => {
    const [proved, unproved] = [await verified(world), await signUp(world.browser())]
    await signIn(world.browser(), proved)
    expect((await list({ email: proved.toUpperCase() })).persons).toEqual([
      {
        id: expect.any(String),
        email: proved,
        name: 'Ada',
        createdAt: expect.any(String),
        verified: true,
        accounts: [{ accountId: expect.any(String), role: 'owner' }],
      },
    ])
    expect((await list({ email: unproved })).persons).toMatchObject([{ verified: false, accounts: [] }])
    const all = await list({})
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page = await list(cursor === null ? { limit: 2 } : { limit: 2, cursor })
      expect([page.total, page.persons.length <= 2]).toEqual([all.total, true])
      paged.push(...page.persons.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(paged).toEqual(all.persons.map(({ id }) => id))
    expect(all.total).toBe(paged.length)
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('is the operator’s alone', async () => {
    const email = await verified(world)
    const browser = world.browser()
    await signIn(browser, email)
    for (const name of ['persons.list', 'persons.create']) expect((await browser.op(name)).status).toBe(404)
  })
})
