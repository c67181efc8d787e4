import { insertPositions, positionsSql } from '@rts/local/testing/positions'
import { until } from '@rts/local/testing/until'
import { demoRivals, demoSite } from '@rts/sandbox/world/demo'
import { demoPast } from '@rts/sandbox/world/demo-standings'
import { dayMs } from '@rts/shared/clock'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AdviceWorld, keywordWith, startAdviceWorld } from './support/advice.ts'
import { alertedSite } from './support/alerts.ts'
import { newMember, newOwner, type TestMember } from './support/team.ts'

const today = new Date(new Date().toISOString().slice(0, 10))
/** The last Monday at nine, so that the checks of the test are not older than its week. */
const monday = new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs + 9 * 3_600_000)
const sunday = new Date(monday.getTime() - dayMs)

let now = sunday
let world: AdviceWorld
beforeAll(async () => {
  world = await startAdviceWorld({ calendar: { now: () => now } })
})
beforeEach(() => {
  now = sunday
})
afterAll(() => world.stop())

/** The words of a letter's plain text, without the line ends of its transport. */
const wordsOf = (letter: string) => letter.replaceAll('=\r\n', '').replaceAll('\r\n', '\n')
const lettersTo = ({ email }: TestMember) => world.letters(email).filter((letter) => /^Subject: .*week/m.test(letter))
const mailed = (member: TestMember, count = 1) =>
  until(`${count} weekly letters`, () => lettersTo(member).length >= count && lettersTo(member).map(wordsOf))
const dueOf = async ({ id }: TestMember) =>
  (await world.database.pool.query('SELECT due_at FROM weekly_recipient WHERE person_id = $1', [id])).rows[0]?.due_at
/** Waits until the person is known, and rests until the Monday. */
const rests = (member: TestMember) =>
  until('the rest until Monday', async () => {
    const due = await dueOf(member)
    return due instanceof Date && due.getTime() - sunday.getTime() > 3_600_000
  })
const asked = async (member: TestMember, siteId: string) =>
  member.op('siteLetters.update', { params: { id: siteId }, body: { weekly: true } })

/** A week of checks at one place, and one at another. */
const weeks = (before: number, now: number, page?: string): Parameters<typeof keywordWith>[4] =>
  Array.from({ length: 14 }, (_, i) => (i < 7 ? [13 - i, before] : page ? [13 - i, now, page] : [13 - i, now]))
/** The lower median. */
const medianOf = (places: readonly number[]) => places.toSorted((one, other) => one - other)[(places.length - 1) >> 1]

/** Has a competitor of a site stand at these places at the checks of a keyword, the oldest first. */
async function ranksOf(rival: string, siteId: string, keywordId: string, positions: readonly number[]): Promise<void> {
  const { pool } = world.projects
  await pool.query(
    `WITH d AS (SELECT id FROM tracked_domain WHERE site_id = $2 AND domain = $3),
       o AS (SELECT checked_at AS at, row_number() OVER (ORDER BY checked_at) AS n FROM ${positionsSql} AS p
         WHERE keyword_id = $1 AND domain_id = (SELECT id FROM tracked_domain WHERE site_id = $2 AND kind = 'own')),
       c AS (SELECT d.id, at, position FROM d, o JOIN unnest($4::int[]) WITH ORDINALITY AS u (position, n) USING (n)),
       p AS (${insertPositions(`SELECT $1, 0, id, at, position, CASE WHEN position > 0 THEN 'https://' || $3 || '/' END, 100, 'test', true FROM c`)})
     INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position) SELECT DISTINCT ON (id) $1, id, at, position FROM c ORDER BY id, at DESC`,
    [keywordId, siteId, rival, positions],
  )
  await pool.query('SELECT ranks.find_notable_changes(ARRAY[$1])', [keywordId])
}
const isAhead = (rival = 0, own = 0) => rival > 0 && (own === 0 || rival < own)

it('comes on Monday with what moved and why, once from two replicas, to those who asked alone', async () => {
  const owner = await newOwner(world, 'growth')
  const silent = await newMember(world, owner, 'member')
  const site = await alertedSite(world, owner)
  await site.keyword('tea', weeks(5, 14))
  await site.keyword('cups', weeks(9, 2))
  await asked(owner, site.id)
  await rests(owner)
  expect(lettersTo(owner)).toEqual([])
  now = monday
  const [letter = ''] = await mailed(owner)
  expect(letter).toMatch(/^Subject: example\.com: 1 up, 1 down this week$/m)
  expect(letter).toContain('- tea (From: 5, To: 14)')
  expect(letter).toContain('- cups (From: 9, To: 2)')
  expect(letter).toMatch(/^Content-Type: image\/png; name=chart-0\.png$/m)
  expect(letter).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  // Due again, by both replicas, in the same week.
  await world.database.pool.query('UPDATE weekly_recipient SET due_at = $2 WHERE person_id = $1', [owner.id, sunday])
  await until('the end of another look', async () => (await dueOf(owner)).getTime() > monday.getTime() + dayMs)
  const { rows } = await world.database.pool.query(
    `SELECT count(*)::int AS written FROM facts.event WHERE aggregate LIKE 'letter:weekly.' || $1 || '%'`,
    [owner.id],
  )
  expect([rows[0].written, lettersTo(owner).length]).toEqual([1, 1])
  expect(lettersTo(silent)).toEqual([])
})

it('says what changed meanwhile: who came ahead in the week, or the page that ranks now, and nothing where neither is known', async () => {
  const owner = await newOwner(world, 'growth')
  const site = await alertedSite(world, owner)
  await owner.op('competitors.add', { params: site.params, body: { domain: 'rival.example' } })
  const passed = await site.keyword('passed', weeks(5, 14))
  await ranksOf('rival.example', site.id, passed, [...Array(8).fill(20), ...Array(6).fill(3)])
  await site.keyword('swapped', weeks(2, 6, '/other'))
  await site.keyword('stayed', weeks(4, 4))
  await site.keyword('unknown', weeks(5, 9))
  await asked(owner, site.id)
  await rests(owner)
  now = monday
  const [letter = ''] = await mailed(owner)
  const lineOf = (keyword: string) => new RegExp(`^- ${keyword} \\(.*$`, 'm').exec(letter)?.[0]
  expect(lineOf('passed')).toBe(
    '- passed (From: 5, To: 14, Meanwhile: rival.example came ahead (so for 0 of 1 that did not fall))',
  )
  expect(lineOf('swapped')).toContain('/other')
  expect(lineOf('unknown')).toBe('- unknown (From: 5, To: 9)')
})

it('tells of the demo site what its history says, with the competitors that came ahead', async () => {
  const owner = await newOwner(world, 'growth')
  const site = await alertedSite(world, owner, demoSite)
  for (const domain of demoRivals) await owner.op('competitors.add', { params: site.params, body: { domain } })
  const { keywords } = demoPast('2026-11-12', 365)
  const yearOf = (positions: readonly number[]): [number, number][] =>
    positions.map((position, day) => [positions.length - 1 - day, position])
  for (const { keyword, ranks } of keywords) {
    const id = await site.keyword(keyword, yearOf(ranks[0]?.positions ?? []).slice(-28))
    for (const { domain, positions } of ranks.slice(1)) await ranksOf(domain, site.id, id, positions.slice(-28))
  }
  await asked(owner, site.id)
  await rests(owner)
  now = monday
  const [letter = ''] = await mailed(owner)
  const told = [...letter.matchAll(/^- (.+) \(From: (\d+), To: (\d+)(?:, Meanwhile: (.+) came ahead .*)?\)$/gm)]
  expect(told.length).toBeGreaterThan(0)
  for (const [, keyword, from, to, ahead = ''] of told) {
    const [own, ...rivals] = keywords.find((each) => each.keyword === keyword)?.ranks ?? []
    const positions = own?.positions ?? []
    expect([Number(from), Number(to)]).toEqual([medianOf(positions.slice(-14, -7)), medianOf(positions.slice(-7))])
    for (const { domain, positions: theirs } of rivals.filter(({ domain }) => ahead.includes(domain)))
      expect([domain, isAhead(theirs.at(-1), positions.at(-1))]).toEqual([domain, true])
  }
})

it('of fifty keywords of an unchanged site that tremble as usual it calls at most one moved, and tells a true fall', async () => {
  const owner = await newOwner(world, 'growth')
  const site = await alertedSite(world, owner)
  let state = 20_261_123
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  // A relative deviation of 13 %, jumps on 0.3 % of the days and absences on 0.1 %.
  const seen = (place: number) => {
    if (random() < 0.001) return 0
    const normal = Math.sqrt(-2 * Math.log(random() || 1)) * Math.cos(2 * Math.PI * random())
    return Math.min(100, Math.max(1, Math.round(place * (random() < 0.003 ? 3 : 1) * (1 + 0.13 * normal))))
  }
  for (let n = 1; n <= 50; n++)
    await site.keyword(
      `still ${n}`,
      weeks(0, 0).map(([ago]) => [ago, seen(n)]),
    )
  await site.keyword('fallen', weeks(5, 14))
  await asked(owner, site.id)
  await rests(owner)
  now = monday
  const [letter = ''] = await mailed(owner)
  expect(letter).toContain('- fallen (From: 5, To: 14)')
  const [, up, down] = /: (\d+) up, (\d+) down this week$/m.exec(letter) ?? []
  expect(Number(up) + Number(down) - 1).toBeLessThanOrEqual(1)
})

it('is one letter about all sites, and leaves out frozen ones and those that the person may not see any more', async () => {
  const owner = await newOwner(world, 'growth')
  const member = await newMember(world, owner, 'member')
  for (const domain of ['one.com', 'two.com', 'frozen.com']) {
    const site = await alertedSite(world, owner, domain)
    await site.keyword('tea', weeks(5, 14))
    await world.projects.pool.query(`UPDATE site SET frozen = true WHERE id = $1 AND domain = 'frozen.com'`, [site.id])
    for (const person of [owner, member]) await asked(person, site.id)
  }
  await rests(member)
  await owner.op('members.delete', { params: { id: member.id } })
  now = monday
  const [letter = ''] = await mailed(owner)
  expect(letter).toMatch(/^Subject: 2 sites: 0 up, 2 down this week$/m)
  for (const domain of ['one.com', 'two.com']) expect(letter).toContain(`No more weekly emails about ${domain}`)
  await until('the look at the member', async () => ((await dueOf(member)) ?? monday) > sunday)
  expect(lettersTo(member)).toEqual([])
})

it('is stopped about one site by one click on its link', async () => {
  const owner = await newOwner(world, 'growth')
  const site = await alertedSite(world, owner)
  await keywordWith(world, owner, site, 'tea', weeks(5, 14))
  await asked(owner, site.id)
  now = monday
  const [letter = ''] = await mailed(owner)
  const url = /^List-Unsubscribe: <(.+)>$/m.exec(letter)?.[1] ?? ''
  const stop = new URL(url.replace('http://ranks.example', world.url))
  expect((await fetch(stop, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  const { body } = await owner.op('siteLetters.get', { params: site.params })
  expect(body.letters).toMatchObject({ weekly: false })
})
