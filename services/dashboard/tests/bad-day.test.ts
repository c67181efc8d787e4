import { until } from '@rts/local/testing/until'
import { dayMs } from '@rts/shared/clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { said as inIndonesian } from '../texts/id/said.ts'
import { type AdviceWorld, startAdviceWorld } from './support/advice.ts'
import { alertedSite } from './support/alerts.ts'
import { look, shareSite } from './support/reports.ts'
import { newOwner } from './support/team.ts'

const today = new Date(new Date().toISOString().slice(0, 10))
const monday = new Date(today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs + 9 * 3_600_000)
const sunday = new Date(monday.getTime() - dayMs)
const reason = 'the results page may have been withheld or replaced'
const places = { tea: 5, cups: 9 }

/** A site of two keywords that stood still until so many days ago; each check since was suspect. */
async function suspectSince(days: number) {
  const owner = await newOwner(world, 'growth')
  const site = await alertedSite(world, owner)
  await site.letters({ weekly: true })
  await site.watch()
  const ids: string[] = []
  for (const [phrase, place] of Object.entries(places)) {
    const past = Array.from({ length: 20 }, (_, i): [number, number] => [days + 19 - i, place])
    ids.push(await site.keyword(phrase, past))
  }
  const ask = async (name: 'keywords.list' | 'movements.list' | 'visibility.list' | 'positions.list', query = {}) =>
    (await owner.op(name, { params: site.params, query })).body
  type Rows = { keyword: string; lastCheck: { error: string | null } | null }[]
  await until('suspect checks', async () => {
    const rows: Rows = (await ask('keywords.list')).keywords
    return rows.every(({ lastCheck }) => lastCheck?.error === 'suspect')
  })
  await site.look()
  await until('the rest until Monday', async () => {
    const { rows } = await world.database.pool.query('SELECT due_at FROM weekly_recipient WHERE person_id = $1', [
      owner.id,
    ])
    return rows[0]?.due_at instanceof Date && rows[0].due_at.getTime() - sunday.getTime() > 3_600_000
  })
  const letter = (subject: RegExp) =>
    until(`a letter ${subject}`, () =>
      world
        .letters(owner.email)
        .find((each) => subject.test(each))
        ?.replaceAll('=\r\n', ''),
    )
  return { ...site, owner, days, ids, ask, letter }
}

let now = sunday
let world: AdviceWorld
let short: Awaited<ReturnType<typeof suspectSince>>
let long: Awaited<ReturnType<typeof suspectSince>>
beforeAll(async () => {
  world = await startAdviceWorld({ failure: 'suspect', calendar: { now: () => now } })
  short = await suspectSince(1)
  long = await suspectSince(3)
})
afterAll(() => world.stop())

describe('suspect pages', () => {
  it('of any day leave the ranks, the chart and the report as they were, and are said in the rows', async () => {
    for (const { ask, ids, id, owner, days } of [short, long]) {
      const { keywords } = await ask('movements.list', { days: 7 })
      const shown = Object.fromEntries(keywords.map((row: { keyword: string }) => [row.keyword, row]))
      for (const [phrase, place] of Object.entries(places)) {
        const lastCheck = { status: 'failed', error: 'suspect' }
        expect(shown[phrase]).toMatchObject({ position: place, previousPosition: place, lastCheck })
      }
      const { hosts } = await ask('visibility.list', { days: 14, hosts: 'own' })
      expect(new Set(hosts[0].scores.filter((score: number | null) => score !== null)).size).toBe(1)
      const { failures, series } = await ask('positions.list', { keywordIds: ids, hosts: 'own', days: 30 })
      const failed = failures.map((each: { keywordId: string; error: string }) => `${each.keywordId} ${each.error}`)
      expect(new Set(failed)).toEqual(new Set(ids.map((keywordId) => `${keywordId} suspect`)))
      for (const { positions } of series) expect(new Set(positions).size).toBe(1)
      const { token } = await shareSite(owner, id, { parts: ['ranks', 'visibility'] })
      const { parts } = (await look(world.browser(), token)).body.document
      const counted = days === 1 ? { top10: 2, notFound: 0 } : { top10: null, notFound: null }
      expect(parts.ranks).toMatchObject({ keywords: 2, up: 0, down: 0, ...counted })
    }
  })

  it('of one day raise no alert and no card', async () => {
    expect(await short.raised()).toEqual([])
    expect(await short.cards('checks_fail')).toEqual([])
  })

  it('of two days are one alert, one letter and one card, which say what they are', async () => {
    expect((await long.raised()).map(({ rule, items }) => [rule, items[0]?.name])).toEqual([['checks_fail', reason]])
    expect(await long.letter(/^Subject: .*alert/m)).toContain(
      `Checks of 2 keywords have failed for two days: ${reason}`,
    )
    const [card] = await long.cards('checks_fail')
    const since = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10)
    expect(card?.title.text).toBe(`Checks of 2 keywords fail since ${since}: ${reason}`)
    expect(card && inIndonesian(card.title)).toMatch(/gagal sejak [\d-]+: halaman hasil mungkin ditahan atau diganti$/)
    expect(card?.evidence.find(({ what }) => what.text === '“tea”: last try')?.figure.text).toBe(reason)
  })

  it('move nothing in the weekly letter, which names them once they lasted two days', async () => {
    now = monday
    const still = /^Subject: example\.com: 0 up, 0 down this week\r?$/m
    expect(await short.letter(still)).not.toContain(reason)
    expect(await long.letter(still)).toContain(reason)
  })
})
