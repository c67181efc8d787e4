import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { age } from './support/age.ts'
import { type Agent, connectAgent, newGuest } from './support/agent.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
})
afterAll(() => world.stop())

/** A guest with a site and a keyword, and a link to claim it. */
async function guestWithSite(): Promise<{ token: string; from: string; agent: Agent; link: string; siteId: string }> {
  const { token, from, agent } = await newGuest(url)
  const { data } = await agent.call('add_project', { website: 'example.com' })
  await agent.call('add_keyword', { keyword: 'tea' })
  const link = String((await agent.call('request_link')).data.url)
  return { token, from, agent, link, siteId: Object(data.project).id }
}

it('a person without an account gets the guest’s own on Free: the same ids, and the token goes on, limited to the site', async () => {
  const { token, link, siteId } = await guestWithSite()
  const claimed = await world.operator.call('guests.claim', { body: { link, email: 'person@example.com' } })
  expect(claimed.projectId).toBe(siteId)
  const agent = await connectAgent(url, { token })
  const { data } = await agent.call('account_status')
  expect(data).toMatchObject({ kind: 'lasting', plan: 'free', expiresAt: null, sites: [{ id: siteId }] })
  expect((await agent.call('add_keyword', { keyword: 'milk' })).isError).toBe(false)
  expect((await agent.call('request_link')).isError).toBe(true)
  await expect(world.operator.call('guests.claim', { body: { link, email: 'other@example.com' } })).rejects.toThrow(
    'This link has been used',
  )
})

it('a claim beside add_project never leaves a token that is limited to no site', async () => {
  for (let i = 0; i < 6; i++) {
    const { agent } = await newGuest(url)
    const link = String((await agent.call('request_link')).data.url)
    const [claimed] = await Promise.all([
      world.operator.call('guests.claim', { body: { link, email: `beside${i}@example.com` } }),
      agent.call('add_project', { website: 'example.com' }),
    ])
    const { rows } = await world.database.pool.query(
      'SELECT site_id FROM api_key WHERE account_id = $1 AND revoked_at IS NULL',
      [claimed.accountId],
    )
    expect(rows).toEqual(claimed.projectId === null ? [] : [{ site_id: claimed.projectId }])
  }
})

it('a person with an account gets the site under the same ids, and the token sees that site alone, on the account’s plan', async () => {
  const { token, link, siteId } = await guestWithSite()
  const owner = await world.newKey('starter')
  const ownAgent = await connectAgent(url, { token: owner.secret })
  await ownAgent.call('add_project', { website: 'own.example.com' })
  const claimed = await world.operator.call('guests.claim', { body: { link, accountId: owner.accountId } })
  expect(claimed).toMatchObject({ projectId: siteId, accountId: owner.accountId })
  const agent = await connectAgent(url, { token })
  const { data } = await agent.call('account_status')
  expect(data).toMatchObject({ kind: 'lasting', plan: 'starter', total: 1, sites: [{ id: siteId }] })
  expect((await agent.call('keyword_gap')).text).not.toContain('Needs the starter plan')
  expect((await agent.call('add_project', { website: 'third.example.com' })).isError).toBe(true)
  const { data: all } = await ownAgent.call('account_status')
  expect(
    Object(all)
      .sites.map(({ domain }: { domain: string }) => domain)
      .sort(),
  ).toEqual(['example.com', 'own.example.com'])
})

it('at the plan’s limit the claim is refused, nothing moves, and the link is good once there is room', async () => {
  const { token, agent, link, siteId } = await guestWithSite()
  const owner = await world.newKey('free')
  await (await connectAgent(url, { token: owner.secret })).call('add_project', { website: 'own.example.com' })
  const claim = () => world.operator.call('guests.claim', { body: { link, accountId: owner.accountId } })
  await expect(claim()).rejects.toMatchObject({ code: 'plan_limit_reached' })
  expect((await agent.call('account_status')).data).toMatchObject({ kind: 'guest', sites: [{ id: siteId }] })
  await world.operator.call('accounts.update', { params: { accountId: owner.accountId }, body: { plan: 'starter' } })
  await until('the upgrade to reach projects', () =>
    claim().then(
      () => true,
      () => false,
    ),
  )
  expect((await (await connectAgent(url, { token })).call('account_status')).data).toMatchObject({ kind: 'lasting' })
})

it('two claims at once for one place on the plan: one site moves, the other guest keeps its own', async () => {
  const [a, b] = [await guestWithSite(), await guestWithSite()]
  const owner = await world.newKey('free')
  const claims = [a, b].map(({ link }) =>
    world.operator.call('guests.claim', { body: { link, accountId: owner.accountId } }),
  )
  const results = await Promise.allSettled(claims)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const kinds = await Promise.all(
    [a, b].map(async ({ token }) => (await (await connectAgent(url, { token })).call('account_status')).data.kind),
  )
  expect(kinds.sort()).toEqual(['guest', 'lasting'])
})

it('a guest that has ended is 401, and projects deletes its site', async () => {
  const { token, from, siteId } = await guestWithSite()
  await age(world.database.pool, token, '48 hours')
  // The next guest of a network ends the previous one; so does the sweep, every minute.
  await (await connectAgent(url, { from })).call('register')
  await until('the site to be deleted', async () => {
    const { rows } = await world.projectsDatabase.pool.query('SELECT deleted_at FROM site WHERE id = $1', [siteId])
    return rows[0]?.deleted_at !== null
  })
})

it('a claim names either an account or a mail address, and a link as it was given', async () => {
  const { link } = await guestWithSite()
  await expect(world.operator.call('guests.claim', { body: { link } })).rejects.toMatchObject({ code: 'invalid_input' })
  const both = { link, accountId: 'a', email: 'x@example.com' }
  await expect(world.operator.call('guests.claim', { body: both })).rejects.toMatchObject({ code: 'invalid_input' })
  const bad = { link: 'https://evil.example/x', email: 'x@example.com' }
  await expect(world.operator.call('guests.claim', { body: bad })).rejects.toMatchObject({ code: 'invalid_input' })
})
