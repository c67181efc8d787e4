import { insertPositions } from '@rts/local/testing/positions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { tell } from './support/facts.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const guestIn = () => accountIn(world, { kind: 'guest', plan: 'guest' })
const system = callerOf({ kind: 'system', accountId: '' })
const claim = (guestAccountId: string, accountId: string) =>
  world.rpc('sites.claim', { body: { guestAccountId, accountId } }, system)

async function knownAccount(plan: 'free' | 'starter' | 'growth') {
  const account = accountIn(world, { plan })
  await account.get('/projects')
  return account
}

function tellGuest(type: 'guest.ended' | 'guest.claimed', accountId: string, claimedBy: string | null) {
  const status = type === 'guest.ended' ? 'ended' : 'claimed'
  const state = { id: accountId, accountId, status, claimedBy, at: new Date().toISOString() }
  return tell(world, 'projects.guests', { aggregate: `guest:${accountId}`, version: 1, type, state })
}

const factsOf = async (siteId: string) =>
  (
    await world.parts.pool.query(
      `SELECT type, version::int, state ->> 'accountId' AS account FROM facts.event WHERE aggregate = 'site:' || $1 ORDER BY version`,
      [siteId],
    )
  ).rows

describe('sites.claim', () => {
  it('moves the site with its ids, ranks and competitors, tells the other services, and is the same again', async () => {
    const guest = guestIn()
    const site = await guest.site()
    world.serp.show('of a guest', 'example.com')
    const keyword = await guest.keyword(site, 'of a guest')
    const history = await guest.historyOf(site, keyword, 1)
    const free = await knownAccount('free')
    expect(await claim(guest.id, free.id)).toEqual({ project: site })
    expect(await claim(guest.id, free.id)).toEqual({ project: site })
    expect((await free.get('/projects')).body.projects).toEqual([site])
    expect(await free.history(site, keyword)).toEqual(history)
    expect((await guest.get(`/projects/${site.id}`)).status).toBe(404)
    expect(await factsOf(site.id)).toEqual([
      { type: 'site.changed', version: 1, account: guest.id },
      { type: 'site.changed', version: 2, account: free.id },
    ])
  })

  it('leaves the past of the site as it was, whose checks counted for a day, and not for the ten of a weekly plan', async () => {
    const guest = guestIn()
    const site = await guest.site()
    world.serp.fail('past of a guest', 'upstream')
    const keyword = await guest.checked(site, await guest.keyword(site, 'past of a guest'), 'failed')
    await world.parts.pool.query(
      insertPositions(
        `SELECT $1, 0, id, $3::timestamptz, 3, NULL, 100, 'test', true FROM tracked_domain WHERE site_id = $2`,
      ),
      [keyword.id, site.id, new Date(world.now().getTime() - 5 * 86_400_000)],
    )
    const days = async (accountId: string) => {
      const asked = { params: { id: site.id }, query: { days: 7, hosts: 'own' as const } }
      const { counts } = await world.rpc('visibility.list', asked, callerOf({ kind: 'person', accountId }))
      return counts.top3
    }
    expect(await days(guest.id)).toEqual([0, 1, 0, 0, 0, 0, 0])
    const free = await knownAccount('free')
    await claim(guest.id, free.id)
    expect(await days(free.id)).toEqual([0, 1, 0, 0, 0, 0, 0])
  })

  it('again moves no second site, and is not refused because the first fills the plan', async () => {
    for (const plan of ['growth', 'free'] as const) {
      const [guest, account] = [guestIn(), await knownAccount(plan)]
      const site = await guest.site()
      expect(await claim(guest.id, account.id)).toEqual({ project: site })
      const second = await guest.site({ domain: 'second.com' })
      expect(await claim(guest.id, account.id)).toEqual({ project: site })
      expect((await account.get('/projects')).body.projects).toEqual([site])
      expect((await guest.get('/projects')).body.projects).toEqual([second])
    }
  })

  it('refuses for the sites and for the keywords that the plan has no room for, and moves nothing', async () => {
    const guest = guestIn()
    const site = await guest.site()
    for (const phrase of ['one', 'two']) await guest.keyword(site, phrase)
    const full = await knownAccount('free')
    await full.site()
    await expect(claim(guest.id, full.id)).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { name: 'sites', max: 1, used: 1 } },
    })
    const starter = await knownAccount('starter')
    const own = await starter.site()
    const text = Array.from({ length: 99 }, (_, i) => `own ${i}`).join('\n')
    await starter.post(`/projects/${own.id}/keywords/bulk`, { text })
    await expect(claim(guest.id, starter.id)).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { name: 'keywords', max: 100, used: 99 } },
    })
    expect((await guest.get('/projects')).body.projects).toEqual([site])
    expect(await factsOf(site.id)).toHaveLength(1)
  })

  it('holds the plan limit when guests are claimed and sites added at once', async () => {
    const starter = await knownAccount('starter')
    const guests = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const guest = guestIn()
        await guest.site()
        return guest
      }),
    )
    const outcomes = await Promise.allSettled([
      ...guests.map((guest) => claim(guest.id, starter.id)),
      ...guests.map((_, i) => starter.site({ name: `Own ${i}` })),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect((await starter.get('/projects')).body.total).toBe(5)
  })

  it('gives the site another name where the account has one like it', async () => {
    const growth = await knownAccount('growth')
    await growth.site()
    const guest = guestIn()
    const site = await guest.site()
    expect((await claim(guest.id, growth.id)).project).toEqual({ ...site, name: 'Site (2)' })
  })

  it('is null without a site, and unavailable for an account of which nothing is known yet', async () => {
    const growth = await knownAccount('growth')
    expect(await claim('no-such-guest', growth.id)).toEqual({ project: null })
    const guest = guestIn()
    await guest.site()
    await expect(claim(guest.id, 'unknown-account')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('the end of a guest', () => {
  it('deletes its site once, also if facts arrive twice, and lets no call in flight add another', async () => {
    const guest = guestIn()
    const site = await guest.site()
    const keyword = await guest.keyword(site, 'of an ended guest')
    await guest.checked(site, keyword)
    expect(await tellGuest('guest.ended', guest.id, null)).toBe('ok')
    expect(await tellGuest('guest.ended', guest.id, null)).toBe('ok')
    expect((await guest.get('/projects')).body.projects).toEqual([])
    expect((await factsOf(site.id)).map(({ type }) => type)).toEqual(['site.changed', 'site.deleted'])
    expect((await guest.post('/projects', { name: 'Late', domain: 'late.com' })).status).toBe(404)
  })

  it('leaves no row of it behind: site, keywords, competitors, ranks and history', async () => {
    const guest = guestIn()
    const site = await guest.site()
    const keyword = await guest.keyword(site, 'nothing stays')
    await guest.checked(site, keyword)
    await guest.as({ kind: 'account' }).post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    const removed = await guest.keyword(site, 'removed before')
    await guest.as({ kind: 'account' }).delete(`/projects/${site.id}/keywords/${removed.id}`)
    const numbered = await world.parts.pool.query('SELECT seq FROM keyword WHERE site_id = $1', [site.id])
    const seqs = numbered.rows.map(({ seq }) => seq)
    const rowsOf = async () => {
      const counted = await world.parts.pool.query(
        `SELECT (SELECT count(*) FROM site WHERE id = $1) + (SELECT count(*) FROM keyword WHERE site_id = $1)
           + (SELECT count(*) FROM tracked_domain WHERE site_id = $1) + (SELECT count(*) FROM site_target WHERE site_id = $1)
           + (SELECT count(*) FROM keyword_state WHERE keyword_id = ANY($2))
           + (SELECT count(*) FROM ranks.rank WHERE keyword = ANY($3)) AS n`,
        [site.id, [keyword.id, removed.id], seqs],
      )
      return Number(counted.rows[0].n)
    }
    expect(await rowsOf()).toBeGreaterThan(6)
    await tellGuest('guest.ended', guest.id, null)
    await until(rowsOf, (n) => n === 0)
  })

  it('by a claim leaves the site alone that was moved, and the one of a guest that was upgraded in place', async () => {
    const [moved, upgraded, growth] = [guestIn(), guestIn(), await knownAccount('growth')]
    const [site, own] = [await moved.site(), await upgraded.site()]
    await claim(moved.id, growth.id)
    expect(await tellGuest('guest.claimed', moved.id, growth.id)).toBe('ok')
    expect(await tellGuest('guest.claimed', upgraded.id, upgraded.id)).toBe('ok')
    expect((await growth.get('/projects')).body.projects).toEqual([site])
    expect((await upgraded.get('/projects')).body.projects).toEqual([own])
  })
})
