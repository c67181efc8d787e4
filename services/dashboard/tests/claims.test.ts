import { createSeal } from '@rts/shared/seal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '../src/accounts/accounts.ts'
import { type Agents, connectAgents } from './support/agents.ts'
import type { Browser } from './support/browser.ts'
import { freshMail, password, signedIn, verified } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let agents: Agents
beforeAll(async () => {
  world = await startWorld()
  await world.startProjects()
  agents = await connectAgents(world.broker)
})
afterAll(async () => {
  await agents.close()
  await world.stop()
})

const look = (token: string, browser = world.browser()) => browser.post('/api/claim/look', { token })
const accept = (browser: Browser, body: object) => browser.op('claim.accept', { body })
const accountsOf = async (browser: Browser) =>
  (await browser.post('/api/session')).body.accounts.map(({ accountId, role }: Membership) => ({ accountId, role }))
const query = (sql: string, ...values: unknown[]) => world.database.pool.query(sql, values)
const accountOf = async (accountId: string) =>
  (await world.operator.call('accounts.get', { params: { accountId } })).account
const age = (id: string, interval: string) =>
  world.gatewayDatabase.pool.query(
    `UPDATE guest SET ends_at = ends_at - $2::interval, held_until = held_until - $2::interval WHERE id = $1`,
    [id, interval],
  )

/** Somebody who came by a link, signed in, and has no account yet. */
async function cameByLink(email = freshMail(), at = world) {
  const browser = at.browser()
  await verified(at, browser, email)
  const reply = await browser.post('/auth/sign-in', { email, password, claims: true })
  expect([reply.status, await accountsOf(browser)]).toEqual([200, []])
  return { browser, email }
}

it('while projects is away a link says what it can, a claim is 503 with nothing half done, and the next sign-in finishes it', async () => {
  const lonely = await startWorld()
  const its = await connectAgents(lonely.broker)
  const agent = await its.register()
  const { browser, email } = await cameByLink(freshMail(), lonely)
  expect((await look(agent.token, browser)).body).toMatchObject({ status: 'open', keeps: null })
  expect((await accept(browser, { token: agent.token })).status).toBe(503)
  expect(await accountsOf(browser)).toEqual([])
  expect((await look(agent.token, browser)).body.status).toBe('open')
  await lonely.startProjects()
  await browser.post('/auth/sign-in', { email, password })
  expect(await accountsOf(browser)).toEqual([{ accountId: agent.accountId, role: 'owner' }])
  await its.close()
  await lonely.stop()
})

describe('a link that is opened', () => {
  it('says who asks, what is kept and until when, signed in or not, and changes nothing', async () => {
    const agent = await agents.register('You asked for it')
    await agent.track('shop.example.com')
    const expected = {
      status: 'open',
      agent: { name: 'Probe', registeredAt: expect.any(String), from: '203.0.113.0/24' },
      reason: 'You asked for it',
      keeps: [{ domain: 'shop.example.com', name: 'Tea', keywords: 1 }],
      until: agent.expiresAt,
    }
    const { browser } = await signedIn(world)
    for (const visitor of [world.browser(), browser, browser]) {
      const { status, body } = await look(agent.token, visitor)
      expect([status, body]).toEqual([200, expected])
    }
  })

  it('of a guest without a site keeps nothing yet; 404 for one that is unknown, 400 for none', async () => {
    const agent = await agents.register()
    expect((await look(agent.token)).body.keeps).toEqual([])
    for (const token of [`${agent.token.slice(0, -1)}!`, 'A'.repeat(43), 'x', '../x'])
      expect([token, (await look(token)).status]).toEqual([token, 404])
    for (const token of ['', 'x'.repeat(101)]) expect([token, (await look(token)).status]).toEqual([token, 400])
  })

  it('says that it was used, or is over', async () => {
    const [used, over] = [await agents.register(), await agents.register()]
    const { browser } = await cameByLink()
    await accept(browser, { token: used.token })
    expect((await look(used.token)).body).toMatchObject({ status: 'claimed', keeps: [] })
    await age(over.id, '49 hours')
    expect((await look(over.token)).body.status).toBe('ended')
  })

  it('is held for an hour past its end by a sign-up, whose answer says nothing of it', async () => {
    const agent = await agents.register()
    const signUp = (claim: string) =>
      world.browser().post('/auth/sign-up', { email: freshMail(), password, name: 'Ada', claim })
    for (const claim of [agent.token, 'x'.repeat(43)])
      expect(await signUp(claim)).toMatchObject({ status: 200, body: { ok: true } })
    const { until } = (await look(agent.token)).body
    expect(Date.parse(until) - Date.parse(agent.expiresAt)).toBe(3_600_000)
    await age(agent.id, '48 hours 10 minutes')
    const { browser } = await cameByLink()
    expect((await accept(browser, { token: agent.token })).status).toBe(200)
  })

  it('429 for the sixty-first within a quarter of an hour from one network', async () => {
    const browser = world.browser()
    await look('x', browser)
    await query(`UPDATE attempt SET stamps = array_fill(clock_timestamp(), ARRAY[60]) WHERE bucket LIKE 'look %'`)
    for (const body of [{ token: 'x' }, {}])
      expect((await browser.post('/api/claim/look', body)).body.code).toBe('rate_limited')
    await query(`DELETE FROM attempt WHERE bucket LIKE 'look %'`)
  })
})

describe('a person without an account', () => {
  it('gets the guest’s own on Free: the same site, a key for it, their name in the log; again, the same answer', async () => {
    const agent = await agents.register()
    const projectId = await agent.track()
    const { browser, email } = await cameByLink()
    const { body } = await accept(browser, { token: agent.token })
    expect(body).toEqual({ accountId: agent.accountId, projectId, keyId: expect.any(String) })
    expect(await accountsOf(browser)).toEqual([{ accountId: agent.accountId, role: 'owner' }])
    expect(await accountOf(agent.accountId)).toMatchObject({ email, plan: 'free', status: 'active' })
    const { person } = (await browser.op('person.get')).body
    const log = (await browser.op('audit.list', { params: { accountId: agent.accountId }, query: {} })).body.entries
    expect(log).toContainEqual(expect.objectContaining({ action: 'guest.claimed', actor: `person:${person.id}` }))
    const { keys } = (await browser.op('keys.list', { params: { accountId: agent.accountId } })).body
    expect(keys).toMatchObject([{ id: body.keyId, kind: 'lasting' }])
    for (const key of ['site', 'none']) expect((await accept(browser, { token: agent.token, key })).body).toEqual(body)
    expect((await browser.op('sites.list', { query: {} })).body.projects).toMatchObject([{ id: projectId }])
  })

  it('once of ten tries at once: one account, and every answer that is one is the same', async () => {
    const agent = await agents.register()
    const { browser } = await cameByLink()
    const replies = await Promise.all(Array.from({ length: 10 }, () => accept(browser, { token: agent.token })))
    const good = replies.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))
    expect([new Set(good).size, replies.every(({ status }) => [200, 409, 503].includes(status))]).toEqual([1, true])
    expect(await accountsOf(browser)).toEqual([{ accountId: agent.accountId, role: 'owner' }])
    expect((await accept(browser, { token: agent.token })).status).toBe(200)
    const { person } = (await browser.op('person.get')).body
    expect((await query('SELECT 1 FROM member WHERE person_id = $1', person.id)).rowCount).toBe(1)
  })

  it('the second person gets a refusal and an ordinary account; of two at once, one gets each', async () => {
    const agent = await agents.register()
    await agent.track()
    const people = [await cameByLink(), await cameByLink()]
    const replies = await Promise.all(people.map(({ browser }) => accept(browser, { token: agent.token })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const third = await cameByLink()
    const late = await accept(third.browser, { token: await latestOf(agent) })
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    const owned = await Promise.all([...people, third].map(({ browser }) => accountsOf(browser)))
    const ids = owned.flat().map(({ accountId }) => accountId)
    expect([ids.length, new Set(ids).size, ids.filter((id) => id === agent.accountId).length]).toEqual([3, 3, 1])
  })

  it('409 for a guest that has ended, 404 for a link that is none; leaving makes an ordinary one', async () => {
    const agent = await agents.register()
    await age(agent.id, '49 hours')
    const { browser } = await cameByLink()
    expect((await accept(browser, { token: 'x'.repeat(43) })).status).toBe(404)
    expect(await accountsOf(browser)).toEqual([])
    expect((await accept(browser, { token: agent.token })).status).toBe(409)
    expect(await accountsOf(browser)).toEqual([
      { accountId: expect.not.stringContaining(agent.accountId), role: 'owner' },
    ])
  })

  it('for whom the operator made an account gets the site into that one', async () => {
    const [agent, email] = [await agents.register(), freshMail()]
    const projectId = await agent.track()
    const { account } = await world.operator.call('accounts.create', { body: { email, plan: 'starter' } })
    const { browser } = await cameByLink(email)
    const claimed = await accept(browser, { token: agent.token })
    expect(claimed.body).toMatchObject({ accountId: account.id, projectId })
    expect(await accountsOf(browser)).toEqual([{ accountId: account.id, role: 'owner' }])
  })

  it('whose address is on an account of somebody else’s gets the site into one of their own', async () => {
    const [agent, email, owner] = [await agents.register(), freshMail(), await signedIn(world)]
    const projectId = await agent.track()
    await world.gatewayDatabase.pool.query('UPDATE account SET email = $2 WHERE id = $1', [owner.accountId, email])
    const { browser } = await cameByLink(email)
    const claimed = await accept(browser, { token: agent.token })
    expect([claimed.status, claimed.body.projectId]).toEqual([200, projectId])
    expect(await accountsOf(browser)).toEqual([{ accountId: claimed.body.accountId, role: 'owner' }])
    expect(claimed.body.accountId).not.toBe(owner.accountId)
    expect((await accountOf(claimed.body.accountId)).email).toBe(email)
  })

  it('whose claim ended after the gateway had done it owns that account at the next sign-in', async () => {
    const agent = await agents.register()
    const { browser, email } = await cameByLink()
    await accept(browser, { token: agent.token })
    const sealed = createSeal(world.broker.callerKeys).seal(
      JSON.stringify({ token: agent.token, key: 'site' }),
      agent.accountId,
    )
    const broken = await query(
      `UPDATE member SET state = 'pending', claim = $2 WHERE account_id = $1`,
      agent.accountId,
      sealed,
    )
    expect([broken.rowCount, await accountsOf(browser)]).toEqual([1, []])
    await browser.post('/auth/sign-in', { email, password })
    expect(await accountsOf(browser)).toEqual([{ accountId: agent.accountId, role: 'owner' }])
    expect((await query('SELECT claim FROM member WHERE account_id = $1', agent.accountId)).rows).toEqual([
      { claim: null },
    ])
  })

  it('whose claim cannot be opened without its key gets an ordinary one', async () => {
    const agent = await agents.register()
    const { browser, email } = await cameByLink()
    const { person } = (await browser.op('person.get')).body
    await query(
      `INSERT INTO member (person_id, account_id, role, state, claim) VALUES ($1, $2, 'owner', 'pending', 'lost.a.b.c')`,
      person.id,
      agent.accountId,
    )
    await browser.post('/auth/sign-in', { email, password })
    expect(await accountsOf(browser)).toEqual([
      { accountId: expect.not.stringContaining(agent.accountId), role: 'owner' },
    ])
    expect((await accept(browser, { token: agent.token })).status).toBe(200)
  })

  it('whose claim is reserved has it sealed: no link is in the database', async () => {
    const agent = await agents.register()
    const { browser } = await cameByLink()
    await world.gatewayDatabase.pool.query(`UPDATE guest SET status = 'claiming', claimed_by = 'x' WHERE id = $1`, [
      agent.id,
    ])
    expect((await accept(browser, { token: agent.token })).status).toBe(409)
    const { rows } = await query('SELECT claim FROM member WHERE account_id = $1', agent.accountId)
    expect(rows).toEqual([{ claim: expect.not.stringContaining(agent.token) }])
    await world.gatewayDatabase.pool.query(`UPDATE guest SET status = 'active', claimed_by = NULL WHERE id = $1`, [
      agent.id,
    ])
    expect((await accept(browser, { token: agent.token })).body).toMatchObject({ accountId: agent.accountId })
  })
})

describe('a person with an account', () => {
  it('gets the site into it under the same ids; at the plan’s limit 402, and the link is good once there is room', async () => {
    const [first, second] = [await agents.register(), await agents.register()]
    const ids = [await first.track(), await second.track('other.example.com')]
    const { browser, accountId } = await signedIn(world)
    expect((await accept(browser, { token: first.token, key: 'none' })).body).toEqual({
      accountId,
      projectId: ids[0],
      keyId: null,
    })
    const full = await accept(browser, { token: second.token })
    expect([full.status, full.body.planLimit?.name]).toEqual([402, 'sites'])
    expect((await look(second.token)).body.status).toBe('open')
    await browser.op('sites.delete', { params: { id: ids[0] } })
    expect((await accept(browser, { token: second.token })).body).toMatchObject({ accountId, projectId: ids[1] })
  })

  it('chooses among those that they manage: 403 as a member, 404 for somebody else’s', async () => {
    const [agent, owner, { browser, personId }] = [
      await agents.register(),
      await signedIn(world),
      await signedIn(world),
    ]
    const order = { token: agent.token, accountId: owner.accountId }
    expect((await accept(browser, order)).status).toBe(404)
    await query(
      `INSERT INTO member (person_id, account_id, role, state) VALUES ($1, $2, 'member', 'active')`,
      personId,
      owner.accountId,
    )
    expect((await accept(browser, order)).body.code).toBe('role_required')
    await query(`UPDATE member SET role = 'admin' WHERE account_id = $1 AND person_id = $2`, owner.accountId, personId)
    expect((await accept(browser, order)).body).toMatchObject({ accountId: owner.accountId })
  })

  it('a person who is signed out cannot claim', async () => {
    const agent = await agents.register()
    expect((await accept(world.browser(), { token: agent.token })).status).toBe(401)
    expect((await look(agent.token)).body.status).toBe('open')
  })
})

/** Another link of the guest, which is as good, or the first once no more are given. */
function latestOf(agent: Awaited<ReturnType<Agents['register']>>): Promise<string> {
  return agent.askAgain().catch(() => agent.token)
}
