import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAgents } from './support/agents.ts'
import type { Browser } from './support/browser.ts'
import { freshMail, password, signIn } from './support/people.ts'
import { accept, invite, newOwner, startTeamWorld, tokenOf } from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
const starting = (SIGNUP: string) => async () => {
  world = await startTeamWorld({ SIGNUP })
}
const stopping = () => world.stop()

const signUp = (browser: Browser, email: string, more: object = {}) =>
  browser.post('/auth/sign-up', { email, password, name: 'Ada', ...more })
const accountsOf = async (browser: Browser) => (await browser.post('/api/session')).body.accounts
const isKnown = async (email: string) =>
  ((await world.database.pool.query('SELECT 1 FROM person WHERE email = $1', [email])).rowCount ?? 0) > 0
const refused = (detail: RegExp) => ({
  status: 403,
  body: { code: 'sign_up_closed', detail: expect.stringMatching(detail) },
})

/** Somebody whom the operator made, signed in. */
async function madeByOperator() {
  const email = freshMail()
  await world.operator.call('persons.create', { body: { email, name: 'Ada', password } })
  const browser = world.browser()
  return { email, browser }
}

describe('SIGNUP=invite', () => {
  beforeAll(starting('invite'))
  afterAll(stopping)

  it('refuses a sign-up without the link of an invite for that address, and stores nothing', async () => {
    const owner = await newOwner(world)
    const [invited, stranger] = [freshMail(), freshMail()]
    await invite(owner, invited)
    const token = await tokenOf(world, invited)
    expect(await signUp(world.browser(), stranger)).toMatchObject(refused(/by invitation/))
    expect(await signUp(world.browser(), stranger, { invite: token })).toMatchObject(refused(/by invitation/))
    expect(await signUp(world.browser(), invited)).toMatchObject(refused(/by invitation/))
    expect(await signUp(world.browser(), invited, { invite: `${token}x` })).toMatchObject(refused(/by invitation/))
    expect([await isKnown(stranger), await isKnown(invited)]).toEqual([false, false])
  })

  it('lets the invited join the team by the link, and makes them no account', async () => {
    const owner = await newOwner(world)
    const email = freshMail()
    await invite(owner, email)
    const token = await tokenOf(world, email)
    const browser = world.browser()
    expect((await signUp(browser, email, { invite: token })).status).toBe(200)
    await browser.post('/auth/verify', { token: await world.linkTo(email, 'verify') })
    expect(await accountsOf(browser)).toEqual([])
    expect(await browser.op('ownAccount.create')).toMatchObject(refused(/by invitation/))
    expect((await accept({ id: '', email, browser }, token)).body).toMatchObject({ accountId: owner.accountId })
    await signIn(browser, email)
    expect(await accountsOf(browser)).toMatchObject([{ accountId: owner.accountId, role: 'member' }])
  })
})

describe('SIGNUP=closed', () => {
  beforeAll(starting('closed'))
  afterAll(stopping)

  it('refuses every sign-up, also of the invited, and pages know it', async () => {
    const owner = await newOwner(world)
    const email = freshMail()
    await invite(owner, email)
    const reply = await signUp(world.browser(), email, { invite: await tokenOf(world, email) })
    expect(reply).toMatchObject(refused(/closed here/))
    expect(await isKnown(email)).toBe(false)
    const facts = /id="facts">([^<]*)</.exec((await world.browser().get('/signup')).body)?.[1]
    expect(JSON.parse(facts ?? '{}').signUp).toBe('closed')
  })

  it('gives a person the account that the operator made for their address, and no other', async () => {
    const { email, browser } = await madeByOperator()
    const { account } = await world.operator.call('accounts.create', { body: { email, plan: 'scale' } })
    expect((await signIn(browser, email)).status).toBe(200)
    expect(await accountsOf(browser)).toMatchObject([{ accountId: account.id, role: 'owner' }])
    const other = await madeByOperator()
    expect((await signIn(other.browser, other.email)).status).toBe(200)
    expect(await accountsOf(other.browser)).toEqual([])
    expect(await other.browser.op('ownAccount.create')).toMatchObject(refused(/closed here/))
    const { accounts } = await world.operator.call('accounts.list', {})
    expect(accounts.filter(({ email: of }) => of === other.email)).toEqual([])
  })

  it('moves a guest’s site into an account that is there, and makes none of the guest’s', async () => {
    await world.startProjects()
    const agents = await connectAgents(world.broker)
    const agent = await agents.register()
    const { email, browser } = await madeByOperator()
    await signIn(browser, email)
    const keep = () => browser.op('claim.accept', { body: { token: agent.token, key: 'none' } })
    expect(await keep()).toMatchObject(refused(/closed here/))
    const { account } = await world.operator.call('accounts.create', { body: { email, plan: 'starter' } })
    expect(await keep()).toMatchObject({ status: 200, body: { accountId: account.id } })
    await agents.close()
  })
})
