import { until } from '@rts/local/testing/until'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSite } from '../../projects/tests/support/end-site.ts'
import { claimRule, listAllowedRules } from '../src/advice/allowed-rules.sql.ts'
import { takeCard } from '../src/advice/decisions.ts'
import type { Found } from '../src/advice/rules/rules.ts'
import { type AdviceSite, type AdviceWorld, siteOf, startAdviceWorld } from './support/advice.ts'
import { newMember, newOwner } from './support/team.ts'

// Most wait for loops that look every few seconds, for a site and people of its own.
let world: AdviceWorld
beforeAll(async () => {
  world = await startAdviceWorld()
})
afterAll(() => world.stop())

const rule = 'link_to_disavow'
async function linkedSite() {
  const owner = await newOwner(world, 'growth')
  const site = await siteOf(owner)
  await site.collectLinks()
  const cards = await site.cards(rule)
  expect(cards.length).toBeGreaterThan(1)
  return { owner, site, cards }
}
const acted = async (site: AdviceSite) => (await site.log()).filter(({ byRule }) => byRule)
/** Makes every rule of a site due, and waits until each has been looked at. */
async function runAgain({ id }: AdviceSite): Promise<void> {
  await world.database.pool.query('UPDATE advice_rule SET due_at = clock_timestamp() WHERE site_id = $1', [id])
  await settled(id)
}
const settled = (id: string) =>
  until('the run', async () => {
    const { rows } = await world.database.pool.query(
      `SELECT NOT EXISTS (SELECT 1 FROM advice_rule WHERE site_id = $1 AND due_at <= clock_timestamp())
         AND NOT EXISTS (SELECT 1 FROM advice_decision WHERE site_id = $1 AND lease_until IS NOT NULL) AS over`,
      [id],
    )
    return rows[0].over === true
  })

describe.concurrent('a rule', () => {
  it('does nothing by itself until it is let; then it acts as often as it may, with evidence in the log', async () => {
    const { owner, site, cards } = await linkedSite()
    await runAgain(site)
    expect(await site.disavowed()).toEqual([])
    expect((await site.let(rule, 1)).body.rule).toMatchObject({ weeklyCap: 1, allowedBy: owner.email })
    const [done] = await until('the action', async () => {
      const log = await acted(site)
      return log[0]?.status === 'counts' && log
    })
    expect(done).toMatchObject({ decision: 'act', byRule: true, by: owner.email, rule })
    expect(done?.evidence).toEqual(cards[0]?.evidence)
    await runAgain(site)
    expect(await site.disavowed()).toHaveLength(1)
    expect(await site.rule(rule)).toMatchObject({ actedInWeek: 1, weeklyCap: 1, problem: null })
  })

  it('acts again once a week has passed, and no more once it has to ask', async () => {
    const { site } = await linkedSite()
    /** The rule has to ask meanwhile, or the run that has just acted goes on in the week that begins. */
    const weekPasses = async () => {
      expect((await site.let(rule, null)).body.rule).toMatchObject({ weeklyCap: null })
      const earlier = `UPDATE advice_decision SET at = at - interval '7 days' WHERE site_id = $1`
      await world.database.pool.query(earlier, [site.id])
    }
    for (const actions of [1, 2]) {
      await site.let(rule, 1)
      await until('one more action', async () => (await acted(site)).length === actions)
      await weekPasses()
    }
    await runAgain(site)
    expect(await acted(site)).toHaveLength(2)
  })

  it('never does again what a person has undone', async () => {
    const { site, cards } = await linkedSite()
    await site.let(rule, 20)
    const all = await until('all actions', async () => {
      const log = await acted(site)
      return log.length === cards.length && log.every(({ status }) => status === 'counts') && log
    })
    for (const { id } of all) expect((await site.update('undo', id)).status).toBe(200)
    await runAgain(site)
    expect(await site.disavowed()).toEqual([])
    expect((await site.list()).cards.filter((card) => card.rule === rule)).toHaveLength(cards.length)
  })

  it('waits, with a reason, while the person who allowed it may not manage the account any more', async () => {
    const { owner, site } = await linkedSite()
    const admin = await newMember(world, owner, 'admin')
    await world.database.pool.query(`UPDATE member SET role = 'member' WHERE person_id = $1`, [admin.id])
    expect((await site.let(rule, 5, admin)).status).toBe(403)
    await world.database.pool.query(
      `INSERT INTO advice_rule (site_id, rule, account_id, weekly_cap, allowed_by) VALUES ($1, $2, $3, 5, $4)`,
      [site.id, rule, owner.accountId, admin.id],
    )
    await settled(site.id)
    await until('the problem', async () => (await site.rule(rule)).problem?.includes('no owner or admin'))
    expect(await site.disavowed()).toEqual([])
  })

  it('400 for one that has nothing to do, and for a cap that is none', async () => {
    const { site } = await linkedSite()
    expect((await site.let('left_top_10', 1)).body.errors[0].field).toBe('rule')
    for (const cap of [0, 21, 1.5]) expect((await site.let(rule, cap)).body.errors[0].field).toBe('weeklyCap')
  })
})

describe.concurrent('a killed run', () => {
  it('acts once: another process finishes what it began, and it can be undone', async () => {
    const { owner, site, cards } = await linkedSite()
    const [card] = cards
    const host = card?.title.text.split(' ')[0] ?? ''
    // As a process leaves it that dies after the owner has done it and before it hears so.
    await owner.op('disavow.add', { params: site.params, body: { domains: [host] } })
    await world.database.pool.query(
      `INSERT INTO advice_decision (id, site_id, account_id, rule, card_id, fact, title, evidence, decision, deed, by_rule, person_id, lease_until)
       VALUES ($1, $2, $3, $4, $5, 'f', '{"key":"t","facts":{},"text":"t"}', '[]', 'act', $6, true, $7, clock_timestamp())`,
      [
        `left-${site.id}`,
        site.id,
        owner.accountId,
        rule,
        card?.id,
        JSON.stringify({ kind: 'disavow', domain: host }),
        owner.id,
      ],
    )
    await settledDecision(site)
    expect(await site.disavowed()).toEqual([host])
    const [done] = await site.log()
    expect(done?.status).toBe('counts')
    await site.update('undo', done?.id ?? '')
    expect(await site.disavowed()).toEqual([])
  })

  it('knows the plan that it made as its own', async () => {
    const { owner, site } = await linkedSite()
    const publishOn = new Date().toISOString().slice(0, 7)
    const action = { kind: 'plan', q: 'moka pot', country: 'us', language: 'en', context: 'Refresh of /moka' }
    const { q, context } = action
    await owner.op('plans.create', { params: site.params, body: { q, context, publishOn } })
    await world.database.pool.query(
      `INSERT INTO advice_decision (id, site_id, account_id, rule, card_id, fact, title, evidence, decision, deed, by_rule, person_id, lease_until, at)
       VALUES ($1, $2, $3, 'near_top_10', 'c', 'f', '{"key":"t","facts":{},"text":"t"}', '[]', 'act', $4, true, $5, clock_timestamp(), clock_timestamp() - interval '1 minute')`,
      [`left-${site.id}`, site.id, owner.accountId, JSON.stringify(action), owner.id],
    )
    await settledDecision(site)
    expect(await site.plans()).toHaveLength(1)
    await site.update('undo', `left-${site.id}`)
    expect(await site.plans()).toEqual([])
  })

  it('does nothing for somebody who does not see the site any more', async () => {
    const { owner, site } = await linkedSite()
    const elsewhere = await siteOf(owner, 'elsewhere.example.com')
    const member = await newMember(world, owner, 'member')
    const rights = { params: { id: member.id }, body: { siteIds: [elsewhere.id] } }
    expect((await owner.op('members.update', rights)).status).toBe(200)
    const action = { kind: 'plan', q: 'moka pot', country: 'us', language: 'en', context: 'x' }
    await world.database.pool.query(
      `INSERT INTO advice_decision (id, site_id, account_id, rule, card_id, fact, title, evidence, decision, deed, by_rule, person_id, lease_until)
       VALUES ($1, $2, $3, 'near_top_10', 'c', 'f', '{"key":"t","facts":{},"text":"t"}', '[]', 'act', $4, false, $5, clock_timestamp())`,
      [`left-${site.id}`, site.id, owner.accountId, JSON.stringify(action), member.id],
    )
    await settledDecision(site)
    expect([await site.plans(), await site.log()]).toEqual([[], []])
  })

  const settledDecision = (site: AdviceSite) =>
    until('the decision', async () => (await site.log()).every(({ status }) => status !== 'under_way'))
})

describe.concurrent('the cap of a week', () => {
  it('is exact, however many runs take cards at the same time on two replicas', async () => {
    const { owner, site } = await linkedSite()
    const place = { id: site.id, accountId: owner.accountId }
    const other = new pg.Pool({ connectionString: world.database.url, max: 8 })
    const sites = { hold: async () => true }
    await world.database.pool.query(
      `INSERT INTO advice_rule (site_id, rule, account_id, weekly_cap, allowed_by, due_at) VALUES ($1, $2, $3, 3, $4, 'infinity')`,
      [site.id, rule, owner.accountId, owner.id],
    )
    const replicas = [world.database.pool, other]
    const found = (n: number): Found => ({
      id: `c${n}`,
      rule,
      subject: `s${n}`,
      fact: 'f',
      title: { key: 't', facts: {}, text: 't' },
      evidence: [],
      at: '2026-11-22T00:00:00.000Z',
      page: 'backlinks',
      keywordIds: [],
      action: { kind: 'disavow', domain: `h${n}.example` },
      sandbox: false,
    })
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        replicas.map((database) => takeCard({ database, sites }, place, found(n), owner.id)),
      ).flat(),
    )
    expect(taken.filter(Boolean)).toHaveLength(3)
    expect(await listAllowedRules(other, place)).toMatchObject([{ actedInWeek: 3 }])
    await other.end()
  })
})

// One after the other: a claim of a test would take what another waits for.
describe('what belongs to a site or an account', () => {
  const left = async (column: string, id: string) => {
    const { rows } = await world.database.pool.query(
      `SELECT (SELECT count(*) FROM advice_rule WHERE ${column} = $1) + (SELECT count(*) FROM advice_decision WHERE ${column} = $1)
         + (SELECT count(*) FROM advice_total WHERE ${column} = $1) AS n`,
      [id],
    )
    return Number(rows[0].n)
  }

  it('goes with the site', async () => {
    const { owner, site, cards } = await linkedSite()
    await site.update('dismiss', cards[0]?.id ?? '')
    await site.let(rule, 1)
    expect(await left('site_id', site.id)).toBeGreaterThan(1)
    await owner.op('sites.delete', { params: site.params })
    await endSite(world.projects.pool, site.id)
    await until('the rows to go', async () => (await left('site_id', site.id)) === 0)
    expect((await owner.op('adviceRules.get', { params: site.params })).status).toBe(404)
  })

  it('rests with a site in the trash: no rule is looked at, and all of it is back with the site', async () => {
    const { owner, site, cards } = await linkedSite()
    await site.update('dismiss', cards[0]?.id ?? '')
    await site.let(rule, 1)
    // It acts once, before the rows are counted.
    await until('its act', async () => (await site.log()).some(({ byRule }) => byRule))
    const before = await left('site_id', site.id)
    await owner.op('sites.delete', { params: site.params })
    const isResting = async () => {
      const { rows } = await world.database.pool.query('SELECT in_trash FROM known.site WHERE id = $1', [site.id])
      return rows[0]?.in_trash === true
    }
    await until('the trash', isResting)
    await world.database.pool.query(`UPDATE advice_rule SET due_at = '-infinity', problem = NULL WHERE site_id = $1`, [
      site.id,
    ])
    expect(await claimRule(world.database.pool)).toEqual([])
    expect((await owner.op('trashedSites.restore', { params: site.params })).status).toBe(200)
    await runAgain(site)
    expect(await left('site_id', site.id)).toBe(before)
    expect((await site.cards(rule)).map(({ id }) => id)).not.toContain(cards[0]?.id)
  })

  it('goes with the account', async () => {
    const { owner, site, cards } = await linkedSite()
    await site.update('dismiss', cards[0]?.id ?? '')
    await world.operator.call('accounts.close', {
      params: { accountId: owner.accountId },
      body: { confirm: owner.email },
    })
    await until('the rows to go', async () => (await left('account_id', owner.accountId)) === 0)
  })
})
