import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSite } from '../../projects/tests/support/end-site.ts'
import { type AdviceWorld, startAdviceWorld } from './support/advice.ts'
import { alertedSite, dayPasses, fallTo, mailRound, onFirstDay, storedOf } from './support/alerts.ts'
import { newMember, newOwner } from './support/team.ts'

// Each waits for loops that look every few seconds, for a site and people of its own.
let world: AdviceWorld
beforeAll(async () => {
  world = await startAdviceWorld()
})
afterAll(() => world.stop())

const fails = 'DATABASE IS BROKEN ON PURPOSE'
let broken = 0
/** While `work` runs, no row comes into a table: the transaction ends as if its process had been killed there. */
async function whileBroken(table: string, condition: string, work: () => Promise<void>): Promise<void> {
  const { pool } = world.database
  await pool.query(`CREATE OR REPLACE FUNCTION break_on_purpose() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '${fails}'; END $$`)
  const name = `broken_${++broken}`
  await pool.query(
    `CREATE TRIGGER ${name} BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION break_on_purpose()`,
  )
  await work().finally(() => pool.query(`DROP TRIGGER ${name} ON ${table}`))
}
const lettersTo = (email: string) => world.letters(email).filter((letter) => /^Subject: .*alert/m.test(letter))
const mailed = (email: string, count: number) =>
  until(`${count} letters`, () => lettersTo(email).length >= count && lettersTo(email))

describe.concurrent('a look', () => {
  it('raises what fell since somebody asked, and nothing of before', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await alertedSite(world, owner)
    await site.keyword('before', fallTo(40))
    await site.watch()
    expect(await site.raised()).toEqual([])
    const keywordId = await site.keyword('tea', fallTo(14))
    await site.look()
    expect(await site.raised()).toMatchObject([
      { rule: 'left_top', threshold: 10, count: 1, items: [{ keywordId, name: 'tea', from: 5, to: 14 }] },
    ])
    const [letter] = await mailed(owner.email, 1)
    expect(letter).toContain('left the top 10: from 5 to 14')
    expect(letter).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  it('by two replicas at once, and again and again, raises once and mails once', async () => {
    const owner = await newOwner(world, 'growth')
    await onFirstDay(world, owner)
    const site = await alertedSite(world, owner)
    await site.watch()
    await site.keyword('tea', fallTo(0))
    await Promise.all([site.makeDue(), site.makeDue()])
    await until('the alert', async () => (await site.raised()).length > 0)
    for (let i = 0; i < 3; i++) {
      await world.projects.pool.query('UPDATE keyword SET updated_at = now() WHERE site_id = $1', [site.id])
      await site.look()
    }
    expect((await site.raised()).map(({ rule }) => rule)).toEqual(['not_found'])
    await mailed(owner.email, 1)
    await dayPasses(world, owner.id)
    await mailRound(world, owner.id)
    expect(lettersTo(owner.email)).toHaveLength(1)
  })

  it('that is broken off before it ends raises nothing, and the next one raises all', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await alertedSite(world, owner)
    await site.watch()
    await site.keyword('tea', fallTo(14))
    await whileBroken('alert', `NEW.site_id = '${site.id}'`, async () => {
      await site.makeDue()
      await until('the broken look', async () => {
        const { rows } = await world.database.pool.query(
          'SELECT due_at > clock_timestamp() AS claimed FROM alert_look WHERE site_id = $1',
          [site.id],
        )
        return rows[0].claimed
      })
    })
    await until('the alert', async () => {
      await site.makeDue()
      return (await site.raised()).length === 1
    })
  })

  it('frozen keywords and those in the trash are never raised', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await alertedSite(world, owner)
    await site.watch()
    const [frozen, trashed] = [await site.keyword('frozen', fallTo(0)), await site.keyword('trashed', fallTo(0))]
    await owner.op('keywords.delete', { params: { ...site.params, kid: trashed } })
    // Room that a deletion makes is given to frozen keywords.
    await world.projects.pool.query('UPDATE keyword SET frozen = true WHERE id = $1', [frozen])
    await site.look()
    expect(await site.raised()).toEqual([])
  })

  it('more than ten keywords that fall at once are one alert with a count', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await alertedSite(world, owner)
    await site.watch()
    for (let i = 0; i < 12; i++) await site.keyword(`tea ${i}`, fallTo(0))
    await site.look()
    const raised = await site.raised()
    expect(raised.map(({ rule, count, items }) => [rule, count, items.length])).toEqual([['not_found', 12, 10]])
  })

  it('each person has rules of their own, and who lost their seat is told nothing', async () => {
    const owner = await newOwner(world, 'growth')
    const member = await newMember(world, owner, 'member')
    const site = await alertedSite(world, owner)
    await site.settings({ audience: 'me', rules: [{ rule: 'left_top', isOn: true, threshold: 3 }] }, member)
    await site.watch()
    await site.watch(member)
    await site.keyword('tea', fallTo(4, 2))
    await site.look()
    expect((await site.raised(member)).map(({ threshold }) => threshold)).toEqual([3])
    expect(await site.raised()).toEqual([])
    await world.database.pool.query('DELETE FROM member WHERE person_id = $1', [member.id])
    await site.keyword('coffee', fallTo(4, 2))
    await site.look()
    const { rows } = await world.database.pool.query('SELECT count(*)::int AS n FROM alert WHERE person_id = $1', [
      member.id,
    ])
    expect(rows[0].n).toBe(1)
  })
})

describe.concurrent('mail', () => {
  it('is one letter a day for all sites; what comes later joins the next', async () => {
    const owner = await newOwner(world, 'growth')
    await onFirstDay(world, owner)
    const sites = [await alertedSite(world, owner, 'one.com'), await alertedSite(world, owner, 'two.com')]
    for (const site of sites) await site.watch()
    await whileBroken(
      'facts.event',
      `NEW.type = 'letter.written' AND NEW.state->>'to' = '${owner.email}'`,
      async () => {
        for (const site of sites) {
          await site.keyword('tea', fallTo(14))
          await site.look()
        }
        await mailRound(world, owner.id).catch(() => {})
        expect(lettersTo(owner.email)).toEqual([])
      },
    )
    await world.database.pool.query('UPDATE alert_recipient SET due_at = clock_timestamp() WHERE person_id = $1', [
      owner.id,
    ])
    const [letter] = await mailed(owner.email, 1)
    expect(letter).toContain('one.com')
    expect(letter).toContain('two.com')
    await sites[0]?.keyword('coffee', fallTo(14))
    await sites[0]?.look()
    await mailRound(world, owner.id)
    expect(lettersTo(owner.email)).toHaveLength(1)
    await dayPasses(world, owner.id)
    await mailRound(world, owner.id)
    expect((await mailed(owner.email, 2))[1]).toContain('coffee')
  })

  it('waits in quiet hours, and goes when they are over', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await alertedSite(world, owner)
    const quiet = { from: '00:00', until: '23:59' }
    await site.settings({ audience: 'me', quiet })
    await site.watch()
    await site.keyword('tea', fallTo(14))
    await site.look()
    await mailRound(world, owner.id)
    expect([(await site.raised()).length, lettersTo(owner.email).length]).toEqual([1, 0])
    await site.settings({ audience: 'me', quiet: null })
    await mailed(owner.email, 1)
  })

  it('stops for one site by one click', async () => {
    const owner = await newOwner(world, 'growth')
    await onFirstDay(world, owner)
    const [stopped, kept] = [await alertedSite(world, owner, 'one.com'), await alertedSite(world, owner, 'two.com')]
    for (const site of [stopped, kept]) await site.watch()
    await stopped.keyword('tea', fallTo(14))
    await stopped.look()
    const [letter] = await mailed(owner.email, 1)
    const path = /^List-Unsubscribe: <http:\/\/ranks\.example(\S+)>/m.exec((letter ?? '').replaceAll('\r\n ', ''))?.[1]
    expect((await fetch(world.url + path, { method: 'POST' })).status).toBe(200)
    await dayPasses(world, owner.id)
    for (const site of [stopped, kept]) {
      await site.keyword('coffee', fallTo(14))
      await site.look()
    }
    const [, next] = await mailed(owner.email, 2)
    expect(next).toContain('two.com')
    expect(next).not.toContain('one.com')
  })
})

describe.concurrent('the channels of a site', () => {
  it('get what a look raised as one event, once somebody who manages the account turned them on', async () => {
    const owner = await newOwner(world, 'growth')
    const member = await newMember(world, owner, 'member')
    const site = await alertedSite(world, owner)
    expect((await site.settings({ audience: 'channels', channelsOn: true }, member)).status).toBe(403)
    await site.settings({ audience: 'channels', channelsOn: true })
    await site.looked()
    await world.database.pool.query(
      `INSERT INTO webhook_endpoint (id, site_id, account_id, kind, name, shown, language, sealed_url, events, state)
       VALUES ($1, $1, $2, 'webhook', 'n', 's', 'en', 'x', '{alert.raised}', 'resting')`,
      [site.id, owner.accountId],
    )
    await site.keyword('tea', fallTo(14))
    await site.look()
    expect(await site.raised()).toMatchObject([{ isForChannels: true, rule: 'left_top' }])
    const { rows } = await world.database.pool.query('SELECT type, body FROM webhook_event WHERE site_id = $1', [
      site.id,
    ])
    expect(rows).toHaveLength(1)
    const { data } = JSON.parse(rows[0].body)
    expect(data).toMatchObject({ project: { id: site.id, domain: 'example.com' }, count: 1 })
    expect(data.alerts).toMatchObject([{ rule: 'left_top', keyword: 'tea', from: 5, to: 14 }])
    expect(lettersTo(owner.email)).toEqual([])
  })
})

describe.concurrent('the page', () => {
  it('counts what rules would have raised in thirty days, by the same rules', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await alertedSite(world, owner)
    await site.keyword('tea', fallTo(14))
    const counted = await site.preview()
    expect(counted).toMatchObject({ alerts: 1, missing: [] })
    expect(counted.byRule).toContainEqual({ rule: 'left_top', alerts: 1 })
    const far = ['left_top', 'fell'].map((rule) => ({ rule, isOn: true, threshold: 50 }))
    expect((await site.preview(far)).alerts).toBe(0)
    const others = ['links_lost', 'links_won', 'rival_passed', 'new_page', 'rose', 'ai_won'].map((rule) => ({
      rule,
      isOn: true,
    }))
    expect((await site.preview(others)).missing).toEqual([])
  })

  it('keeps what is chosen within its bounds, and refuses what is none', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await alertedSite(world, owner)
    const { body } = await site.settings({ audience: 'me', rules: [{ rule: 'fell', isOn: true, threshold: 500 }] })
    expect(body.settings.mine).toContainEqual({ rule: 'fell', isOn: true, threshold: 90, min: 2, max: 90 })
    expect((await site.settings({ audience: 'me', channelsOn: true })).status).toBe(400)
    const quiet = { from: '22:00', until: '25:00' }
    expect((await site.settings({ audience: 'me', quiet })).status).toBe(400)
  })

  it('404 for another account’s site, whatever is asked', async () => {
    const site = await alertedSite(world, await newOwner(world, 'growth'))
    const stranger = await newOwner(world, 'growth')
    for (const [name, body] of [
      ['alerts.list', undefined],
      ['alertSettings.get', undefined],
      ['alertSettings.update', { audience: 'me', rules: [] }],
      ['alertPreview.get', { rules: [] }],
    ] as const)
      expect([name, (await stranger.op(name, { params: site.params, ...(body && { body }) })).status]).toEqual([
        name,
        404,
      ])
  })
})

describe.concurrent('alerts.list of all sites', () => {
  it('has what was raised in seven days about all sites, once for a person and channels, the latest first', async () => {
    const owner = await newOwner(world, 'growth')
    const member = await newMember(world, owner, 'member')
    const [one, two] = [await alertedSite(world, owner, 'one.com'), await alertedSite(world, owner, 'two.com')]
    await one.settings({ audience: 'channels', channelsOn: true })
    for (const site of [one, two]) {
      await site.watch()
      await site.keyword('tea', fallTo(14))
      await site.look()
    }
    const recent = async (by = owner) => (await by.op('alerts.list', { params: {} })).body
    expect(await recent()).toMatchObject({
      alerts: [
        { rule: 'left_top', projectId: two.id, site: 'two.com', items: [{ name: 'tea', from: 5, to: 14 }] },
        { rule: 'left_top', projectId: one.id, site: 'one.com' },
      ],
      total: 2,
    })
    expect((await recent(member)).alerts.map(({ site }: { site: string }) => site)).toEqual(['one.com'])
    expect(await recent(await newOwner(world, 'growth'))).toEqual({ alerts: [], total: 0 })

    await owner.op('members.update', { params: { id: member.id }, body: { siteIds: [two.id] } })
    expect(await recent(member)).toEqual({ alerts: [], total: 0 })
    await world.database.pool.query(`UPDATE alert SET raised_at = raised_at - interval '8 days' WHERE site_id = $1`, [
      one.id,
    ])
    expect((await recent()).total).toBe(1)
    await owner.op('sites.delete', { params: two.params })
    await until('the site to leave', async () => (await recent()).total === 0)
  })
})

it.concurrent('an alert that was raised twice in seven days is in the list once, as of the later time', async () => {
  const owner = await newOwner(world, 'growth')
  const site = await alertedSite(world, owner)
  await site.watch()
  await site.keyword('tea', fallTo(14))
  await site.look()
  const { pool } = world.database
  const columns = 'site_id, account_id, person_id, rule, threshold, count, items, waits'
  await pool.query(`UPDATE alert SET raised_at = now() - interval '60 hours' WHERE site_id = $1`, [site.id])
  for (const hours of [50, 1, 30])
    await pool.query(
      `INSERT INTO alert (id, ${columns}, raised_at)
       SELECT gen_random_uuid()::text, ${columns}, now() - make_interval(hours => $2) FROM alert WHERE site_id = $1 LIMIT 1`,
      [site.id, hours],
    )
  const { rows } = await pool.query('SELECT max(raised_at) AS latest FROM alert WHERE site_id = $1', [site.id])
  const { alerts, total } = (await owner.op('alerts.list', { params: {} })).body
  expect([total, alerts[0].raisedAt]).toEqual([1, rows[0].latest.toISOString()])
})

it.concurrent('nothing is left of a site that ended, of a deleted person, or of a closed account', async () => {
  const owner = await newOwner(world, 'growth')
  const member = await newMember(world, owner, 'member')
  const [ended, closed] = [await alertedSite(world, owner, 'one.com'), await alertedSite(world, owner, 'two.com')]
  for (const site of [ended, closed]) {
    for (const by of [owner, member]) {
      await site.settings({ audience: 'me', rules: [] }, by)
      await site.watch(by)
    }
    await site.keyword('tea', fallTo(14))
    await site.look()
  }
  await owner.op('sites.delete', { params: ended.params })
  await endSite(world.projects.pool, ended.id)
  const nothing = { alert: 0, alert_moment: 0, alert_look: 0, alert_setting: 0, site_letter: 0 }
  const isGone = async (id: string) => Object.values(await storedOf(world, id)).every((count) => count === 0)
  await until('the site to end', () => isGone(ended.id))
  expect(await storedOf(world, closed.id)).toMatchObject({ alert: 2, alert_setting: 2, site_letter: 2 })
  await world.database.pool.query('DELETE FROM person WHERE id = $1', [member.id])
  expect(await storedOf(world, closed.id)).toMatchObject({
    alert: 1,
    alert_moment: 1,
    alert_setting: 1,
    site_letter: 1,
  })
  await world.operator.call('accounts.close', {
    params: { accountId: owner.accountId },
    body: { confirm: owner.email },
  })
  await until('the account to end', () => isGone(closed.id))
  expect(await storedOf(world, closed.id)).toEqual(nothing)
})
