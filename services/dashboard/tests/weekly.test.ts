import { until } from '@rts/local/testing/until'
import { dayMs } from '@rts/shared/clock'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AdviceWorld, keywordWith, startAdviceWorld } from './support/advice.ts'
import { alertedSite, fallTo } from './support/alerts.ts'
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
  (await world.database.pool.query('SELECT due_at FROM weekly_reader WHERE person_id = $1', [id])).rows[0]?.due_at
/** Waits until the person is known, and rests until the Monday. */
const rests = (member: TestMember) =>
  until('the rest until Monday', async () => {
    const due = await dueOf(member)
    return due instanceof Date && due.getTime() - sunday.getTime() > 3_600_000
  })
const asked = async (member: TestMember, siteId: string) =>
  member.op('siteLetters.update', { params: { id: siteId }, body: { weekly: true } })

it('comes on Monday with what moved and why, once from two replicas, to those who asked alone', async () => {
  const owner = await newOwner(world, 'growth')
  const silent = await newMember(world, owner, 'member')
  const site = await alertedSite(world, owner)
  await site.keyword('tea', fallTo(14))
  await site.keyword('cups', fallTo(2, 9))
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
  await world.database.pool.query('UPDATE weekly_reader SET due_at = $2 WHERE person_id = $1', [owner.id, sunday])
  await until('another look', async () => (await dueOf(owner)) > monday)
  expect(lettersTo(owner)).toHaveLength(1)
  expect(lettersTo(silent)).toEqual([])
})

it('is one letter about all sites, and leaves out those that the person may not see any more', async () => {
  const owner = await newOwner(world, 'growth')
  const member = await newMember(world, owner, 'member')
  for (const domain of ['one.com', 'two.com']) {
    const site = await alertedSite(world, owner, domain)
    await site.keyword('tea', fallTo(14))
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
  await keywordWith(world, owner, site, 'tea', fallTo(14))
  await asked(owner, site.id)
  now = monday
  const [letter = ''] = await mailed(owner)
  const url = /^List-Unsubscribe: <(.+)>$/m.exec(letter)?.[1] ?? ''
  const stop = new URL(url.replace('http://ranks.example', world.url))
  expect((await fetch(stop, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  const { body } = await owner.op('siteLetters.get', { params: site.params })
  expect(body.letters).toMatchObject({ weekly: false })
})
