import { randomUUID } from 'node:crypto'
import { insertPositions } from '@rts/local/testing/positions'
import { type RivalFilter, rivalFilters, standingFilters, standingSorts } from '@rts/shared/contract/rows/question'
import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import type { operations } from '@rts/shared/contract/table'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** The present and the previous position: 0 is not found, null never checked. */
type Ranks = readonly [position: number | null, previous: number | null]
type Tracked = { phrase: string; own: Ranks; rivals?: Ranks[]; status?: 'ok' | 'failed' }
const rivalDomains = ['rival-one.com', 'rival-two.com']
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(world.now().getTime() - days * dayMs)
const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10)

type Query<N extends 'overview.get' | 'rankComparison.list'> = z.input<(typeof operations)[N]['query']>

function counted<A extends { summary?: unknown }>(answer: A): A & { summary: NonNullable<A['summary']> } {
  if (!answer.summary) throw new Error('no counts')
  return { ...answer, summary: answer.summary }
}

/** A site whose keywords have these ranks; nothing of it is ever checked. */
async function siteWith(tracked: readonly Tracked[], competitors = rivalDomains) {
  const caller = callerOf()
  const account = accountIn(world, caller)
  const site = await account.site()
  for (const domain of competitors) await account.post(`/projects/${site.id}/competitors`, { domain })
  const { pool } = world.parts
  const domains = await pool.query('SELECT id FROM tracked_domain WHERE site_id = $1 ORDER BY seq', [site.id])
  const domainIds: string[] = domains.rows.map(({ id }) => id)
  const rows = tracked.map((one) => ({ id: randomUUID(), ...one }))
  for (const { id, phrase, status = 'ok' } of rows) {
    await pool.query(
      `INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds) VALUES ($1, $1, $2, 'us', 'en', 0)`,
      [id, phrase],
    )
    await pool.query(
      `INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, tracked_since, created_at, last_check_status, last_check_at)
       VALUES ($1, $2, $3, $1, 'us', 'en', $1, $4, $4, $5, $4)`,
      [id, site.id, phrase, world.now(), status],
    )
  }
  const states = rows.flatMap(({ id, own, rivals = [] }) =>
    [own, ...rivals].map(([position, previous], i) => ({ id, domain: domainIds[i], position, previous })),
  )
  for (const [n, { id, domain, position, previous }] of states.entries()) {
    if (position === null) continue
    await pool.query(
      `INSERT INTO keyword_state (keyword_id, domain_id, position, previous_position, checked_at, source) VALUES ($1, $2, $3, $4, $5, 'test')`,
      [id, domain, position, previous, new Date(world.now().getTime() - n * 1_000)],
    )
  }
  const past = async (phrase: string, domain: number, days: number, position: number) => {
    const id = rows.find((row) => row.phrase === phrase)?.id
    const values = [id, domainIds[domain], daysAgo(days), position]
    await pool.query(insertPositions(`SELECT $1, 0, $2, $3::timestamptz, $4::int, null, 100, 'test', false`), values)
  }
  const params = { id: site.id }
  return {
    past,
    async standings(query: Query<'overview.get'>) {
      const asked = { params, query: { counted: true as const, ...query } }
      const { keywords: rows, ...more } = counted(await world.rpc('overview.get', asked, caller))
      return { ...more, rows }
    },
    async rivals(query: Query<'rankComparison.list'>) {
      const asked = { params, query: { counted: true as const, ...query } }
      return counted(await world.rpc('rankComparison.list', asked, caller))
    },
  }
}

const phrasesOf = ({ rows }: { rows: { keyword: string }[] }) => rows.map(({ keyword }) => keyword)
const place = (position: number | null) => position || 101
const gainOf = ({ position, previousPosition: previous }: OverviewRow) =>
  position === null || previous === null ? null : place(previous) - place(position)

/** The meaning of each filter, written a second time. */
const means: Record<(typeof standingFilters)[number], (row: OverviewRow) => boolean> = {
  up: (row) => (gainOf(row) ?? 0) > 0,
  down: (row) => (gainOf(row) ?? 0) < 0,
  new: (row) => row.previousPosition === 0 && (row.position ?? 0) > 0,
  lost: (row) => row.position === 0 && (row.previousPosition ?? 0) > 0,
  top3: ({ position }) => position !== null && position > 0 && position <= 3,
  top10: ({ position }) => position !== null && position > 0 && position <= 10,
  page_two: ({ position }) => position !== null && position > 10 && position <= 20,
  not_found: ({ position }) => position === 0,
  failed: ({ lastCheck }) => lastCheck?.status === 'failed',
  waiting: ({ position }) => position === null,
}
/** A number that rises along each order. */
const rises: Record<(typeof standingSorts)[number], (row: OverviewRow) => number | string> = {
  position: ({ position }) => (position === null ? 102 : place(position)),
  change: (row) => -Math.abs(gainOf(row) ?? 0),
  keyword: ({ keyword }) => keyword.toLowerCase(),
  checked: ({ checkedAt }) => -Date.parse(checkedAt ?? '1970-01-01'),
}

const position = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 12 }) }, fc.constant(0))
const checked = fc.tuple(position, fc.option(position, { nil: null }))
const ranks: fc.Arbitrary<Ranks> = fc.oneof(checked, checked, fc.constant([null, null] as const))

describe('overview.get, counted', () => {
  it('has for each filter exactly its keywords, counted in the summary, and each order', async () => {
    const tracked = fc.sample(fc.record({ own: ranks, status: fc.constantFrom<'ok' | 'failed'>('ok', 'failed') }), 60)
    const site = await siteWith(tracked.map((one, i) => ({ ...one, phrase: `${i % 2 ? 'Tea' : 'milk'} ${i}` })))
    const { rows: all, summary, score, total } = await site.standings({ limit: 100 })
    expect([total, summary.keywords, all.length]).toEqual([60, 60, 60])
    expect((await site.standings({})).rows).toHaveLength(25)
    expect(summary.comparable).toBe(all.filter((row) => gainOf(row) !== null).length)
    for (const filter of standingFilters) {
      const of = await site.standings({ filter, limit: 100 })
      expect(phrasesOf(of), filter).toEqual(all.filter(means[filter]).map(({ keyword }) => keyword))
      const counted = Object.entries(summary).find(([name]) => name.toLowerCase() === filter.replace('_', ''))
      expect([of.total, of.summary, of.score]).toEqual([counted?.[1], summary, score])
    }
    for (const sort of standingSorts) {
      const { rows } = await site.standings({ sort, limit: 100 })
      const keys = rows.map(rises[sort])
      expect(keys, sort).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    }
  })

  it('has the named keywords alone, in the order in which they are named, those of a filter where one is asked for; the summary is of all', async () => {
    const ranked = [12, 3, 0, 15, 1].map((position, i) => ({ phrase: `tea ${i}`, own: [position, position] as const }))
    const site = await siteWith(ranked)
    const other = await siteWith([{ phrase: 'theirs', own: [1, 1] }])
    const { rows: all, summary } = await site.standings({})
    const [foreign] = (await other.standings({})).rows
    const ids = [4, 0, 3].flatMap((i) => all[i]?.id ?? []).concat(foreign?.id ?? '')
    const named = await site.standings({ ids, limit: 2 })
    expect([phrasesOf(named), named.total, named.summary]).toEqual([['tea 4', 'tea 0'], 3, summary])
    const next = await site.standings({ ids, limit: 2, cursor: named.nextCursor ?? '' })
    expect([phrasesOf(next), next.nextCursor]).toEqual([['tea 3'], null])
    expect(phrasesOf(await site.standings({ ids, filter: 'page_two' }))).toEqual(['tea 0', 'tea 3'])
    const since = await site.standings({ ids, since: dayOf(2) })
    expect([phrasesOf(since), since.summary.comparable]).toEqual([['tea 4', 'tea 0', 'tea 3'], 0])
    await expect(site.standings({ cursor: named.nextCursor ?? '' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('narrows rows and summary to a part of the phrase, and pages to the end, each once', async () => {
    const own = [4, 9] as const
    const site = await siteWith(
      ['Green tea', 'coffee', 'TEA pot', 'black tea', '50% tea'].map((phrase) => ({ phrase, own })),
    )
    const first = await site.standings({ q: 'tea', filter: 'up', sort: 'keyword', limit: 3 })
    expect(first).toMatchObject({ total: 4, summary: { keywords: 4, up: 4 } })
    const next = first.nextCursor === null ? {} : { cursor: first.nextCursor }
    const rest = await site.standings({ q: 'tea', filter: 'up', sort: 'keyword', limit: 3, ...next })
    expect([...phrasesOf(first), ...phrasesOf(rest)]).toEqual(['50% tea', 'black tea', 'Green tea', 'TEA pot'])
    expect(rest.nextCursor).toBeNull()
    expect(await site.standings({ q: '%' })).toMatchObject({ total: 1 })
    expect(await site.standings({ q: 'none' })).toMatchObject({
      rows: [],
      total: 0,
      score: 0,
      summary: { keywords: 0 },
    })
    for (const other of [{ sort: 'position' }, { q: 'coffee', filter: 'up', sort: 'keyword' }] as const)
      await expect(site.standings({ ...other, ...next })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('compares with a day that is over, by the check that counted then', async () => {
    const site = await siteWith([
      { phrase: 'fell', own: [9, 9] },
      { phrase: 'lost', own: [0, 0] },
      { phrase: 'young', own: [5, 5] },
    ])
    await site.past('fell', 0, 9, 30)
    await site.past('fell', 0, 8, 2)
    await site.past('fell', 0, 3, 40)
    await site.past('lost', 0, 7, 7)
    const week = await site.standings({ since: dayOf(7), filter: 'down', sort: 'change' })
    expect(week).toMatchObject({
      total: 2,
      summary: { down: 2, lost: 1, up: 0 },
      rows: [
        { keyword: 'lost', previousPosition: 7, change: null },
        { keyword: 'fell', position: 9, previousPosition: 2, change: -7 },
      ],
    })
    expect((await site.standings({})).summary).toMatchObject({ down: 0 })
    for (const since of [dayOf(0), '2999-01-01'])
      await expect(site.standings({ since })).rejects.toMatchObject({ message: expect.stringContaining('since') })
  })

  it('says how many keywords can be compared with a day, and when history begins, so that no move is not no history', async () => {
    const site = await siteWith(['old', 'young', 'Young too', 'unchecked'].map((phrase) => ({ phrase, own: [5, 5] })))
    expect(await site.standings({ since: dayOf(7) })).toMatchObject({
      firstCheckedOn: null,
      summary: { keywords: 4, comparable: 0, up: 0, down: 0 },
    })
    await site.past('old', 0, 30, 5)
    await site.past('old', 0, 7, 5)
    await site.past('young', 0, 3, 9)
    await site.past('Young too', 0, 2, 9)
    const on = async (since: string, q?: string) => {
      const { firstCheckedOn, summary } = await site.standings({ since, ...(q === undefined ? {} : { q }) })
      return [firstCheckedOn, summary.comparable]
    }
    expect(await on(dayOf(60))).toEqual([dayOf(30), 0])
    expect(await on(dayOf(7))).toEqual([dayOf(30), 1])
    expect(await on(dayOf(2))).toEqual([dayOf(30), 2])
    expect(await on(dayOf(2), 'young')).toEqual([dayOf(3), 2])
    expect(await site.standings({ q: 'young' })).not.toHaveProperty('firstCheckedOn')
  })

  it('404 for another account’s site, one that the key does not cover, and a deleted one', async () => {
    const account = accountIn(world)
    const [{ id }, other] = [await account.site({ name: 'A' }), await account.site({ name: 'B' })]
    const limited = callerOf({ accountId: account.id, siteIds: [other.id] })
    const ask = (
      name: 'overview.get' | 'rankComparison.list',
      of: string | undefined,
      caller: ReturnType<typeof callerOf>,
    ) => world.rpc(name, { params: { id: of }, query: { counted: true } }, caller)
    for (const name of ['overview.get', 'rankComparison.list'] as const) {
      for (const caller of [callerOf(), limited])
        await expect(ask(name, id, caller)).rejects.toMatchObject({ code: 'not_found' })
      for (const named of [other.id, undefined])
        expect(await ask(name, named, limited)).toMatchObject({ total: 0, summary: { keywords: 0 } })
    }
    await world.parts.pool.query('UPDATE site SET deleted_at = now() WHERE id = $1', [id])
    await expect(ask('overview.get', id, callerOf({ accountId: account.id }))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('rankComparison.list, counted', () => {
  const tracked: Tracked[] = [
    {
      phrase: 'passed by one',
      own: [5, 3],
      rivals: [
        [4, 6],
        [9, 9],
      ],
    },
    {
      phrase: 'we passed two',
      own: [2, 8],
      rivals: [
        [9, 9],
        [7, 7],
      ],
    },
    {
      phrase: 'found where we are not',
      own: [0, 0],
      rivals: [
        [3, 0],
        [0, 0],
      ],
    },
    { phrase: 'they were never checked', own: [6, 6] },
    { phrase: 'we were never checked', own: [null, null], rivals: [[1, 2]] },
    { phrase: 'new to us', own: [8, null], rivals: [[2, 2]] },
  ]
  const expected: Record<RivalFilter, string[]> = {
    passed_us: ['passed by one', 'found where we are not'],
    we_passed: ['we passed two'],
    they_lead: ['passed by one', 'found where we are not', 'new to us'],
    we_lead: ['we passed two', 'they were never checked'],
  }

  it('says who leads and who passed whom, of any competitor and of each', async () => {
    const site = await siteWith(tracked)
    for (const filter of rivalFilters)
      expect(phrasesOf(await site.rivals({ filter })), filter).toEqual(expected[filter])
    const { summary, rows, total } = await site.rivals({})
    expect(total).toBe(6)
    expect(summary).toMatchObject({
      keywords: 6,
      comparable: 3,
      passedUs: 2,
      wePassed: 1,
      theyLead: 3,
      weLead: 2,
      competitors: [
        { domain: 'rival-one.com', comparable: 3, passedUs: 2, wePassed: 0, theyLead: 3, weLead: 1 },
        { domain: 'rival-two.com', comparable: 3, passedUs: 0, wePassed: 1, theyLead: 0, weLead: 2 },
      ],
    })
    expect(rows[0]?.competitors).toMatchObject([
      { domain: 'rival-one.com', position: 4, previousPosition: 6, change: 2 },
      { domain: 'rival-two.com', position: 9 },
    ])
  })

  it('no keyword is led where there is no competitor', async () => {
    const site = await siteWith([{ phrase: 'tea', own: [3, 5] }], [])
    expect((await site.rivals({})).summary).toMatchObject({ keywords: 1, weLead: 0, theyLead: 0, competitors: [] })
    expect((await site.rivals({ filter: 'we_lead' })).rows).toEqual([])
  })

  it('looks at the named competitors alone, where they are named', async () => {
    const site = await siteWith(tracked)
    const { summary, rows } = await site.rivals({ competitors: ['rival-two.com'], filter: 'we_passed' })
    expect(summary).toMatchObject({ passedUs: 0, theyLead: 0, competitors: [{ domain: 'rival-two.com' }] })
    expect(rows.map(({ competitors }) => competitors.map(({ domain }) => domain))).toEqual([['rival-two.com']])
    const { nextCursor } = await site.rivals({ competitors: ['rival-one.com'], filter: 'they_lead', limit: 1 })
    const other = site.rivals({ competitors: ['rival-two.com'], filter: 'they_lead', cursor: nextCursor ?? '' })
    await expect(other).rejects.toMatchObject({ message: expect.stringContaining('cursor') })
  })

  it('compares both with a day', async () => {
    const now: Omit<Tracked, 'phrase'> = { own: [5, 5], rivals: [[4, 4]] }
    const site = await siteWith(['tea', 'ahead before'].map((phrase) => ({ phrase, ...now })))
    await site.past('tea', 0, 7, 3)
    await site.past('tea', 1, 7.01, 6)
    await site.past('ahead before', 0, 7, 3)
    await site.past('ahead before', 1, 7.01, 2)
    expect((await site.rivals({ filter: 'passed_us' })).total).toBe(0)
    const { rows, summary } = await site.rivals({ filter: 'passed_us', since: dayOf(7) })
    expect(summary).toMatchObject({
      keywords: 2,
      comparable: 2,
      passedUs: 1,
      competitors: [
        { comparable: 2, passedUs: 1 },
        { comparable: 0, passedUs: 0 },
      ],
    })
    const before = await site.rivals({ since: dayOf(60) })
    expect(before).toMatchObject({ firstCheckedOn: dayOf(7), summary: { keywords: 2, comparable: 0, passedUs: 0 } })
    expect(rows).toMatchObject([
      { previousPosition: 3, change: -2, competitors: [{ previousPosition: 6, change: 2 }, { position: null }] },
    ])
  })
})

describe('sites.list with a domain', () => {
  it('finds the sites of the domain, among those of the caller', async () => {
    const caller = callerOf()
    const account = accountIn(world, caller)
    const one = await account.site({ domain: 'one.example.com' })
    const ask = async (domain: string, as = caller) =>
      (await world.rpc('sites.list', { query: { domain } }, as)).projects.map(({ id }) => id)
    expect(await ask('https://www.one.example.com/')).toEqual([one.id])
    const twin = await account.site({ domain: 'one.example.com', name: 'Twin' })
    expect(await ask('one.example.com')).toEqual([one.id, twin.id])
    expect(await ask('one.example.com', { ...caller, siteIds: [twin.id] })).toEqual([twin.id])
    expect(await ask('one.example.com', callerOf())).toEqual([])
  })
})
