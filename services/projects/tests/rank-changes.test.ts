import { insertPositions } from '@rts/local/testing/positions'
import { until as waitFor } from '@rts/local/testing/until'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
let today: number
beforeAll(async () => {
  world = await startWorld()
  today = world.now().getTime()
})
afterAll(() => world.stop())

const early = new Date(0).toISOString()
const ago = (days: number) => new Date(today - days * 86_400_000).toISOString()
type Check = { at: string; position: number; page?: string; depth?: number }

/** A site with one keyword, whose checks the test stores as the worker does: history, latest rank, and the keyword's last check. */
async function siteWith(phrase: string, ...checks: Check[]) {
  const account = accountIn(world)
  const site = await account.site()
  world.serp.fail(phrase, 'upstream')
  const keyword = await account.checked(site, await account.keyword(site, phrase), 'failed')
  const store = async ({ at, position, page = '/', depth = 100 }: Check, db: pg.Pool | pg.PoolClient) => {
    const url = position === 0 ? null : `https://example.com${page}`
    await db.query(
      `WITH d AS (SELECT id FROM tracked_domain WHERE site_id = $2 AND kind = 'own'),
         p AS (${insertPositions(`SELECT $1, 0, id, $3::timestamptz, $4::int, $5, $6::int, 'test', true FROM d`)}),
         k AS (UPDATE keyword SET last_check_at = $3 WHERE id = $1)
       INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, url) SELECT $1, id, $3, $4, $5 FROM d
       ON CONFLICT (keyword_id, domain_id) DO UPDATE SET checked_at = excluded.checked_at`,
      [keyword.id, site.id, at, position, url, depth],
    )
  }
  for (const check of checks) await store(check, world.parts.pool)
  const params = { id: site.id }
  const system = (accountId = account.id) => callerOf({ kind: 'system', accountId })
  const read = (since = early, more: { limit?: number; cursor?: string } = {}, accountId = account.id) =>
    world.rpc('rankChanges.snapshot', { params, query: { since, ...more } }, system(accountId))
  const pasts = (since = early, days = 60) =>
    world.rpc('rankPasts.snapshot', { params, query: { since, days } }, system())
  return { account, site, keyword, store, read, pasts }
}

describe('rankChanges.snapshot', () => {
  it('has the checks with another position or page than the check before, the oldest first', async () => {
    const { keyword, read } = await siteWith(
      'c1',
      { at: ago(6), position: 9 },
      { at: ago(5), position: 9 },
      { at: ago(4), position: 12 },
      { at: ago(3), position: 12, page: '/other' },
      { at: ago(2), position: 0 },
    )
    const { changes, nextCursor } = await read()
    expect(changes).toMatchObject([
      { at: ago(4), position: 12, before: { at: ago(5), position: 9, url: 'https://example.com/' } },
      { at: ago(3), position: 12, url: 'https://example.com/other', before: { at: ago(4), position: 12 } },
      { at: ago(2), position: 0, url: null, before: { at: ago(3), position: 12 } },
    ])
    expect(changes[0]).toMatchObject({ keywordId: keyword.id, keyword: 'c1', device: 'desktop', country: 'us' })
    expect(nextCursor).toBeNull()
  })

  it('has no check that was not deep enough for the rank before it', async () => {
    const { read } = await siteWith(
      'c2',
      { at: ago(4), position: 45 },
      { at: ago(3), position: 0, depth: 20 },
      { at: ago(2), position: 8, depth: 20 },
    )
    expect((await read()).changes.map(({ at }) => at)).toEqual([ago(2)])
  })

  it('goes on by its cursor without a gap, and says the same `until` on each page', async () => {
    const { read } = await siteWith('c3', ...[9, 8, 7, 6].map((position) => ({ at: ago(position), position })))
    const first = await read(early, { limit: 2 })
    const second = await read(early, { limit: 2, cursor: first.nextCursor ?? '' })
    expect([first, second].map(({ changes }) => changes.map(({ position }) => position))).toEqual([[8, 7], [6]])
    expect(second).toMatchObject({ until: first.until, nextCursor: null })
  })

  it('a check that commits after a later read began is in the next one, however old its page is', async () => {
    const { read, store } = await siteWith('c4', { at: ago(3), position: 9 })
    const client = await world.parts.pool.connect()
    try {
      await client.query('BEGIN')
      await store({ at: ago(1), position: 12 }, client)
      const { changes, until } = await read()
      expect(changes).toEqual([])
      await client.query('COMMIT')
      expect((await read(until)).changes).toMatchObject([{ at: ago(1), position: 12 }])
    } finally {
      client.release()
    }
  })

  it('keywords in the trash are left out, and another account’s site is not found', async () => {
    const checks = [9, 12].map((position, i) => ({ at: ago(3 - i), position }))
    const { account, site, keyword, read, pasts } = await siteWith('c5', ...checks)
    await account.delete(`/projects/${site.id}/keywords/${keyword.id}`)
    expect([(await read()).changes, (await pasts()).keywords]).toEqual([[], []])
    await expect(read(early, {}, accountIn(world).id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('rankPasts.snapshot', () => {
  it('has the checks of so many days of each keyword in columns, and none for a keyword without checks', async () => {
    const { account, site, keyword, pasts } = await siteWith(
      'p1',
      { at: ago(40), position: 3 },
      { at: ago(2), position: 9 },
      { at: ago(1), position: 0, depth: 20 },
    )
    world.serp.fail('p1 none', 'upstream')
    const none = await account.checked(site, await account.keyword(site, 'p1 none'), 'failed')
    const { keywords } = await pasts(early, 30)
    expect(keywords).toMatchObject([
      {
        keywordId: keyword.id,
        keyword: 'p1',
        ats: [Date.parse(ago(2)), Date.parse(ago(1))],
        positions: [9, 0],
        depths: [100, 20],
        urls: ['https://example.com/', null],
      },
      { keywordId: none.id, ats: [], positions: [], depths: [], urls: [] },
    ])
  })

  it('has only keywords that were written since the time before, and no frozen ones', async () => {
    const { keyword, store, pasts } = await siteWith('p2', { at: ago(2), position: 9 })
    // A transaction that writes meanwhile holds the time of a read back.
    const until = await waitFor('a read that begins after the checks', async () => {
      const read = await pasts()
      return (await pasts(read.until)).keywords.length === 0 && read.until
    })
    await store({ at: ago(1), position: 8 }, world.parts.pool)
    expect((await pasts(until)).keywords).toMatchObject([{ keywordId: keyword.id, positions: [9, 8] }])
    await world.parts.pool.query('UPDATE keyword SET frozen = true WHERE id = $1', [keyword.id])
    expect((await pasts(until)).keywords).toEqual([])
  })
})
