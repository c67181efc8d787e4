import { positionsSql } from '@rts/local/testing/positions'
import { defaultPlans } from '@rts/shared/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutcomes } from '../src/checks/outcomes.ts'
import { readOrder } from '../src/queue/due-order.sql.ts'
import { claimNext } from '../src/queue/due-pages.sql.ts'
import { accountIn, patiently } from './support/account.ts'
import { tell } from './support/facts.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

const terms = { plans: defaultPlans, isSmart: false }

let world: World
beforeAll(async () => {
  world = await startWorld({ replicas: 2 })
})
afterAll(() => world.stop())

const fetches = (phrase: string) => world.serp.calls.filter((call) => call.phrase === phrase).length
const place = (host: string, position: number) => [...Array.from({ length: position - 1 }, (_, i) => `h${i}.org`), host]
/** Adds another keyword and waits for its check: then everything due before it has been claimed. */
async function settled(): Promise<void> {
  const other = accountIn(world)
  const site = await other.site()
  await other.checked(site, await other.keyword(site, `settle ${Math.random()}`))
}

describe('a check', () => {
  it('starts at once on adding and shows the first organic result within the domain', async () => {
    world.serp.show('first', ...place('shop.example.com', 7), 'example.com')
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'first')
    const [row] = await growth.historyOf(site, keyword, 1)
    expect(row).toEqual({
      position: 7,
      checkedAt: expect.any(String),
      url: 'https://shop.example.com/',
      found: true,
      depth: 100,
      source: 'scripted',
      sandbox: true,
    })
    const checked = await growth.checked(site, keyword)
    expect(checked.lastCheck).toEqual({ status: 'ok', at: row?.checkedAt, error: null })
    expect(world.serp.calls.find((call) => call.phrase === 'first')).toEqual({
      phrase: 'first',
      country: 'us',
      language: 'en',
      device: 'desktop',
      location: null,
      depth: 100,
    })
  })

  it('writes 0 when it looked and found nothing', async () => {
    world.serp.show('nothing', 'other.org')
    const growth = accountIn(world)
    const site = await growth.site()
    const [row] = await growth.historyOf(site, await growth.keyword(site, 'nothing'), 1)
    expect(row).toMatchObject({ position: 0, found: false, url: null, depth: 100 })
  })

  it('stores nothing when it failed, says why, and is tried again later', async () => {
    world.serp.fail('failing', 'quota')
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'failing')
    const failed = await growth.checked(site, keyword, 'failed')
    expect(failed.lastCheck).toEqual({ status: 'failed', at: expect.any(String), error: 'quota' })
    expect(await growth.history(site, keyword)).toEqual([])
    world.serp.show('failing', 'example.com')
    await settled()
    expect(fetches('failing')).toBe(1)
    world.pass(0.02)
    await growth.checked(site, keyword)
    expect(await growth.history(site, keyword)).toHaveLength(1)
    expect(fetches('failing')).toBe(2)
  })

  it('that failed is kept with its time, kind and provider, for the history that it belongs to', async () => {
    world.serp.fail('kept', 'upstream')
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'kept')
    const first = await growth.checked(site, keyword, 'failed')
    world.serp.fail('kept', 'timeout')
    world.pass(0.02)
    const errorOf = async () => (await growth.checked(site, keyword, 'failed')).lastCheck?.error
    await until(errorOf, (error) => error === 'timeout')
    const query = { keywordIds: [keyword.id], hosts: 'own' as const, days: 30 }
    const input = { params: { id: site.id }, query }
    const person = callerOf({ kind: 'person', accountId: growth.id, keyId: null, role: 'member' })
    const failures = async () => (await world.rpc('positions.list', input, person)).failures
    expect(await failures()).toEqual([
      { keywordId: keyword.id, at: first.lastCheck?.at, error: 'upstream', source: 'scripted' },
      { keywordId: keyword.id, at: expect.any(String), error: 'timeout', source: 'scripted' },
    ])
    const stranger = callerOf({ kind: 'person', keyId: null, role: 'owner' })
    await expect(world.rpc('positions.list', input, stranger)).rejects.toMatchObject({ code: 'not_found' })
    const other = await growth.site({ name: 'Other' })
    const elsewhere = await world.rpc('positions.list', { ...input, params: { id: other.id } }, person)
    expect(elsewhere.failures).toEqual([])
    await growth.patch(`/projects/${site.id}/keywords/${keyword.id}`, { keyword: 'kept no more' })
    expect(await failures()).toEqual([])
  })

  it('is left alone after five tries, for a day at most', async () => {
    world.serp.fail('hopeless', 'upstream')
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'hopeless')
    for (const tries of [1, 2, 3, 4, 5]) {
      await until(
        async () => fetches('hopeless'),
        (n) => n === tries,
      )
      await growth.checked(site, keyword, 'failed')
      await settled()
      world.pass(0.6)
    }
    await settled()
    expect(fetches('hopeless')).toBe(5)
    world.serp.show('hopeless', 'example.com')
    world.pass(36)
    await growth.historyOf(site, keyword, 1)
  })

  it('is repeated daily on Growth and weekly on Free, never sooner', async () => {
    const [growth, free] = [accountIn(world), accountIn(world, { plan: 'free' })]
    const [daily, weekly] = [await growth.site(), await free.site()]
    const kept = [await growth.keyword(daily, 'daily one'), await free.keyword(weekly, 'weekly one')] as const
    await growth.historyOf(daily, kept[0], 1)
    await free.historyOf(weekly, kept[1], 1)
    world.pass(11.9)
    await settled()
    expect([fetches('daily one'), fetches('weekly one')]).toEqual([1, 1])
    world.pass(24.2)
    await growth.historyOf(daily, kept[0], 2)
    await settled()
    expect(fetches('weekly one')).toBe(1)
    world.pass(24 * 6)
    await free.historyOf(weekly, kept[1], 2)
  })

  it('follows the rhythm of an account that has one of its own', async () => {
    const guest = accountIn(world, { plan: 'guest' })
    const state = { id: guest.id, plan: 'guest', status: 'active', checkEveryDays: 7 }
    await tell(world, 'projects.accounts', {
      aggregate: `account:${guest.id}`,
      version: 1,
      type: 'account.changed',
      state,
    })
    const site = await guest.site()
    const keyword = await guest.keyword(site, 'slow guest')
    await guest.historyOf(site, keyword, 1)
    world.pass(24 * 2)
    await settled()
    expect(fetches('slow guest')).toBe(1)
    world.pass(24 * 6)
    await guest.historyOf(site, keyword, 2)
  })
})

describe('one page', () => {
  it('serves every account with that phrase, country and language', async () => {
    world.serp.show('shared', 'a.com', 'b.com')
    const [first, second] = [accountIn(world), accountIn(world)]
    const [siteA, siteB] = [await first.site({ domain: 'a.com' }), await second.site({ domain: 'b.com' })]
    world.serp.hold()
    const [a, b] = [await first.keyword(siteA, 'shared'), await second.keyword(siteB, 'Shared')]
    world.serp.resume()
    const [rowA] = await first.historyOf(siteA, a, 1)
    const [rowB] = await second.historyOf(siteB, b, 1)
    expect([rowA?.position, rowB?.position]).toEqual([1, 2])
    expect(rowA?.checkedAt).toBe(rowB?.checkedAt)
    expect(fetches('shared')).toBe(1)
  })

  it('is never fetched twice by two replicas with four workers each', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.hold()
    const phrases = Array.from({ length: 20 }, (_, i) => `held ${i}`)
    const kept = await Promise.all(phrases.map((phrase) => growth.keyword(site, phrase)))
    await until(
      async () => world.serp.calls.filter((call) => call.phrase.startsWith('held')).length,
      (n) => n === 8,
    )
    world.serp.resume()
    for (const keyword of kept) await growth.checked(site, keyword)
    expect(phrases.map(fetches)).toEqual(Array(20).fill(1))
  })

  it('is handed to one claim alone when many are made at once', async () => {
    const { pool } = world.parts
    await pool.query(
      `INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds, next_due_at)
       SELECT 'claim ' || n, 'claim ' || n, 'claim', 'xx', 'en', 0, '2100-01-01' FROM generate_series(1, 200) n`,
    )
    const { prompt } = await readOrder(pool, new Date('2100-01-02'), 1_000)
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimNext(pool, prompt, new Date('2100-01-02'), terms)),
    )
    const ids = claims.flat().map(({ target }) => target.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id.startsWith('claim'))).toHaveLength(200)
    await pool.query(`DELETE FROM page_target WHERE phrase = 'claim'`)
    await pool.query('UPDATE page_target SET lease_until = NULL')
  })

  it('is stored by the worker that has it now, not by one that came too late', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'lease')
    await growth.historyOf(site, keyword, 1)
    const outcomes = createOutcomes(world.parts.pool, terms)
    // A daily page is due again after 36 hours at most, at any time of day.
    const due = new Date(world.now().getTime() + 36 * 3_600_000)
    const claimLease = async () => {
      const found = await world.parts.pool.query<{ id: string }>(`SELECT id FROM page_target WHERE phrase = 'lease'`)
      return (
        await claimNext(
          world.parts.pool,
          found.rows.map((row) => row.id),
          due,
          terms,
        )
      )[0]?.target
    }
    const late = await claimLease()
    await world.parts.pool.query('UPDATE page_target SET lease_until = NULL')
    const present = await claimLease()
    if (!late || !present) throw new Error('the page was not claimed')
    const facts = { fetchedAt: due, source: 'x', sandbox: true, depth: 100, questions: [], costUsd: null }
    const page = { ...facts, hosts: ['example.com'], urls: [null] }
    expect(await outcomes.keep(late, page, null)).toBe(false)
    expect(await growth.history(site, keyword)).toHaveLength(1)
    expect(await outcomes.keep(present, page, null)).toBe(true)
    expect(await growth.history(site, keyword)).toHaveLength(2)
    await world.parts.pool.query('UPDATE page_target SET lease_until = NULL')
  })
})

describe('many changes at once', () => {
  it('beside the checks all end well', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const round = async (i: number) => {
      const keyword = await growth.keyword(site, `busy ${i}`)
      const path = `/projects/${site.id}/keywords/${keyword.id}`
      const removed = await growth.keyword(site, `removed ${i}`)
      const changes = [
        () => growth.patch(path, { keyword: `busier ${i}` }),
        () => growth.patch(`/projects/${site.id}`, { checksPaused: i % 2 === 0 }),
        () => growth.patch(`/projects/${site.id}`, { domain: `d${i}.com` }),
        () => growth.delete(`/projects/${site.id}/keywords/${removed.id}`),
      ]
      const replies = await Promise.all(changes.map(patiently))
      return replies.map((reply) => reply.status)
    }
    const statuses = (await Promise.all(Array.from({ length: 15 }, (_, i) => round(i)))).flat()
    expect(statuses).toEqual(Array(60).fill(200))
    await growth.patch(`/projects/${site.id}`, { checksPaused: false })
    for (const keyword of await growth.keywords(site)) await growth.checked(site, keyword)
  })
})

describe('removing and adding again', () => {
  it('is no new check within the rhythm, and one after it', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const first = await free.keyword(site, 'again')
    await free.historyOf(site, first, 1)
    await free.delete(`/projects/${site.id}/keywords/${first.id}`)
    world.pass(24 * 5)
    const second = await free.keyword(site, 'again')
    expect(await free.history(site, second)).toHaveLength(1)
    await free.delete(`/projects/${site.id}/keywords/${second.id}`)
    await settled()
    expect(fetches('again')).toBe(1)
    world.pass(24 * 2.1)
    await free.historyOf(site, await free.keyword(site, 'again'), 2)
    expect(fetches('again')).toBe(2)
  })

  it('stops the checks of a phrase without keywords', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'removed')
    await growth.historyOf(site, keyword, 1)
    await growth.delete(`/projects/${site.id}/keywords/${keyword.id}`)
    world.pass(48)
    await settled()
    expect(fetches('removed')).toBe(1)
  })
})

describe('pausing', () => {
  it('skips the checks of a paused site, and resuming makes up what is due', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'paused')
    await growth.historyOf(site, keyword, 1)
    await growth.patch(`/projects/${site.id}`, { checksPaused: true })
    world.pass(72)
    await settled()
    expect(fetches('paused')).toBe(1)
    await growth.patch(`/projects/${site.id}`, { checksPaused: false })
    await growth.historyOf(site, keyword, 2)
    await settled()
    expect(fetches('paused')).toBe(2)
  })

  it('resuming starts no check that is not due', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'not due')
    await growth.historyOf(site, keyword, 1)
    for (const checksPaused of [true, false]) await growth.patch(`/projects/${site.id}`, { checksPaused })
    await settled()
    expect(fetches('not due')).toBe(1)
  })
})

describe('a new history', () => {
  it('begins under the same id when the phrase changes', async () => {
    world.serp.show('old phrase', 'example.com')
    world.serp.show('new phrase', ...place('example.com', 5))
    const growth = accountIn(world)
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'old phrase')
    await growth.historyOf(site, keyword, 1)
    const path = `/projects/${site.id}/keywords/${keyword.id}`
    const { body } = await growth.patch(path, { keyword: 'new phrase' })
    expect(body.keyword).toMatchObject({ id: keyword.id, keyword: 'new phrase', createdAt: keyword.createdAt })
    await growth.checked(site, keyword)
    expect((await growth.history(site, keyword)).map((row) => row.position)).toEqual([5])
    await growth.patch(path, { keyword: 'old phrase' })
    expect((await growth.history(site, keyword)).map((row) => row.position)).toEqual([1])
    await settled()
    expect(fetches('old phrase')).toBe(1)
  })

  it('begins for all keywords when the domain of the site changes, from the pages that the site had', async () => {
    world.serp.show('domain change', 'a.com', 'b.com')
    const growth = accountIn(world)
    const site = await growth.site({ domain: 'a.com' })
    const keyword = await growth.keyword(site, 'domain change')
    await growth.historyOf(site, keyword, 1)
    // A daily check is never due within half a day of the last one, whatever its time of day.
    world.pass(11.9)
    await growth.patch(`/projects/${site.id}`, { domain: 'b.com' })
    expect((await growth.history(site, keyword)).map((row) => row.position)).toEqual([2])
    await settled()
    expect(fetches('domain change')).toBe(1)
  })
})

describe('deleting a site', () => {
  it('while its page is being fetched leaves nothing behind', async () => {
    world.serp.show('deleted meanwhile', 'example.com')
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.hold()
    const keyword = await growth.keyword(site, 'deleted meanwhile')
    await until(
      async () => fetches('deleted meanwhile'),
      (n) => n === 1,
    )
    await growth.delete(`/projects/${site.id}`)
    world.serp.resume()
    await settled()
    const stored = await world.parts.pool.query(`SELECT 1 FROM ${positionsSql} p WHERE keyword_id = $1`, [keyword.id])
    expect(stored.rowCount).toBe(0)
  })
})

describe('the addresses of a site on a page', () => {
  it('are stored with its position, all of them; with those of competitors only the best', async () => {
    world.serp.show('addresses', 'rival.com', 'a.example.com', 'shop.rival.com', 'example.com', 'b.example.com')
    world.serp.show('one address', 'example.com')
    const growth = accountIn(world)
    const site = await growth.site()
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    for (const phrase of ['addresses', 'one address'])
      await growth.historyOf(site, await growth.keyword(site, phrase), 1)
    const { rows } = await world.parts.pool.query(
      `SELECT r.position, r.url, r.more_urls FROM ranks.rank r JOIN keyword k ON k.seq = r.keyword JOIN tracked_domain d ON d.seq = r.domain
       WHERE k.site_id = $1 ORDER BY k.phrase, d.kind = 'own' DESC`,
      [site.id],
    )
    expect(rows).toEqual([
      { position: 2, url: 'https://a.example.com/', more_urls: ['https://example.com/', 'https://b.example.com/'] },
      { position: 1, url: 'https://rival.com/', more_urls: null },
      { position: 1, url: 'https://example.com/', more_urls: null },
      { position: 0, url: null, more_urls: null },
    ])
  })
})
