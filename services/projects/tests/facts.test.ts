import { positionsSql } from '@rts/local/testing/positions'
import { systemClock } from '@rts/shared/clock'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { verifierOf } from '@rts/shared/testing/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endTrashStep } from '../src/sites/sites.ts'
import { accountIn } from './support/account.ts'
import { tell } from './support/facts.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

type SiteFact = {
  aggregate: string
  version: number
  type: string
  state: { domain: string; deletedAt: string | null; frozen: boolean }
}
const received: SiteFact[] = []
let world: World
beforeAll(async () => {
  world = await startWorld()
  const verify = verifierOf('research')
  world.parts.nats.subscribe('fact.research.sites', {
    callback: (_error, message) => {
      const signed = {
        caller: message.headers?.get(callerHeader) ?? '',
        signature: message.headers?.get(signatureHeader) ?? '',
      }
      verify(signed, { method: 'NATS', target: message.subject, body: message.data }, systemClock.now().getTime())
      received.push(JSON.parse(message.string()))
      message.respond('ok')
    },
  })
})
afterAll(() => world.stop())

function tellAccount(state: { id: string; plan: string; status: string }, version: number): Promise<string> {
  return tell(world, 'projects.accounts', { aggregate: state.id, version, type: 'account.changed', state })
}

describe('facts about sites', () => {
  it('reach the other services in full, each with a higher version, the way into the trash and the end too', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    await growth.patch(`/projects/${site.id}`, { domain: 'example.org' })
    await growth.delete(`/projects/${site.id}`)
    const pool = world.parts.pool
    await pool.query(`UPDATE site SET deleted_at = deleted_at - interval '31 days' WHERE id = $1`, [site.id])
    await endTrashStep(pool, world.now())
    const mine = () =>
      received.filter((fact) => fact.aggregate === `site:${site.id}`).sort((a, b) => a.version - b.version)
    const facts = await until(
      async () => mine(),
      (list) => list.length === 4,
    )
    expect(facts.map(({ type, version }) => `${type} ${version}`)).toEqual([
      'site.changed 1',
      'site.changed 2',
      'site.trashed 3',
      'site.deleted 4',
    ])
    const { id, name, country, language, createdAt } = site
    const state = { id, accountId: growth.id, name, country, language, createdAt, frozen: false }
    expect(facts.map(({ state }) => state)).toEqual([
      { ...state, domain: 'example.com', deletedAt: null },
      { ...state, domain: 'example.org', deletedAt: null },
      { ...state, domain: 'example.org', deletedAt: expect.any(String) },
      { ...state, domain: 'example.org', deletedAt: expect.any(String) },
    ])
  })

  it('that no consumer takes wait, are listed for the operator, and can be tried again', async () => {
    const site = await accountIn(world).site()
    const operator = callerOf({ kind: 'operator', accountId: '' })
    // Each of its consumers has a delivery of its own, in any order.
    const waiting = async () => {
      const { deliveries } = await world.rpc('projectsOutbox.list', {}, operator)
      return deliveries.find((row) => row.aggregate === `site:${site.id}` && row.consumer === 'content.sites')
    }
    const row = await until(waiting, (found) => found?.lastError != null)
    expect(row).toMatchObject({ service: 'projects', type: 'site.changed', stuck: false })
    const retried = await world.rpc('projectsOutbox.retry', { params: { deliveryId: row?.id ?? '' } }, operator)
    expect(retried.delivery.id).toBe(row?.id)
    await expect(world.rpc('projectsOutbox.retry', { params: { deliveryId: 'none' } }, operator)).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
    await expect(world.rpc('projectsOutbox.list', {}, callerOf())).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('facts about accounts', () => {
  it('freeze and unfreeze at once, and an older one changes nothing', async () => {
    const growth = accountIn(world)
    for (const name of ['A', 'B']) await growth.site({ name })
    const person = callerOf({ kind: 'person', accountId: growth.id, plan: 'growth' })
    const frozen = async () => {
      const { projects } = await world.rpc('sites.list', { query: {} }, person)
      return projects.map((site) => site.frozen)
    }
    expect(await tellAccount({ id: growth.id, plan: 'free', status: 'active' }, 7)).toBe('ok')
    expect(await frozen()).toEqual([false, true])
    expect(await tellAccount({ id: growth.id, plan: 'growth', status: 'active' }, 6)).toBe('ok')
    expect(await frozen()).toEqual([false, true])
    await tellAccount({ id: growth.id, plan: 'growth', status: 'active' }, 8)
    expect(await frozen()).toEqual([false, false])
    const [, young] = (await world.rpc('sites.list', { query: {} }, person)).projects
    const told = () => received.filter((fact) => fact.aggregate === `site:${young?.id}`)
    const facts = await until(
      async () => told(),
      (list) => list.length === 3,
    )
    const states = facts.sort((a, b) => a.version - b.version).map(({ state, version }) => [version, state.frozen])
    expect(states).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  it('delete all sites of a closed account, tell their end, and nothing is added to it afterwards', async () => {
    const growth = accountIn(world)
    const other = accountIn(world)
    const kept = await other.site()
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'of a closed account')
    await growth.historyOf(site, keyword, 1)
    const changed = await world.parts.pool.query(
      `INSERT INTO ranks.notable_change SELECT domain_id, domain_id, checked_at, keyword_id, epoch, position, url, position, checked_at, position, url, position
       FROM ${positionsSql} p WHERE keyword_id = $1`,
      [keyword.id],
    )
    expect(changed.rowCount).toBe(1)
    const numbered = await world.parts.pool.query('SELECT seq FROM keyword WHERE id = $1', [keyword.id])
    const [{ seq }] = numbered.rows
    expect(await tellAccount({ id: growth.id, plan: 'growth', status: 'closed' }, 2)).toBe('ok')
    expect((await growth.get(`/projects/${site.id}`)).status).toBe(404)
    const read = () =>
      world.parts.pool.query(
        `SELECT (SELECT count(*) FROM site WHERE account_id = $1)::int AS sites, (SELECT count(*) FROM keyword WHERE id = $2)::int AS keywords,
         (SELECT count(*) FROM ranks.rank WHERE keyword = $4)::int AS positions,
         (SELECT count(*) FROM ranks.notable_change WHERE keyword_id = $2)::int AS changes,
         (SELECT count(*) FROM ranks.account_slot WHERE account_id = $1)::int AS "slots",
         (SELECT count(*) FROM facts.event WHERE type = 'site.deleted' AND aggregate = $3)::int AS facts`,
        [growth.id, keyword.id, `site:${site.id}`, seq],
      )
    const { rows } = await until(read, (found) => found.rows[0].sites === 0)
    expect(rows).toEqual([{ sites: 0, keywords: 0, positions: 0, changes: 0, slots: 0, facts: 1 }])
    expect((await growth.post('/projects', { name: 'Late', domain: 'late.com' })).status).toBe(404)
    expect((await other.get(`/projects/${kept.id}`)).status).toBe(200)
  })
})

describe('over NATS', () => {
  it('serves the same rows as over HTTP', async () => {
    const caller = callerOf({ kind: 'guest', plan: 'guest' })
    const body = { name: 'Agent', domain: 'agent.com' }
    const { project, created } = await world.rpc('sites.create', { body }, caller)
    expect(created).toBe(true)
    expect((await world.rpc('sites.list', { query: {} }, caller)).projects).toEqual([project])
    for (const keyword of ['one', 'two']) {
      await world.rpc('keywords.create', { params: { id: project.id }, body: { keyword } }, caller)
    }
    const third = world.rpc('keywords.create', { params: { id: project.id }, body: { keyword: 'three' } }, caller)
    await expect(third).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { name: 'keywords', max: 2, used: 2 } },
    })
    await expect(world.rpc('sites.get', { params: { id: project.id } }, callerOf())).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
