import { demoHosts, demoPhrases, demoSite } from '@rts/sandbox/world/demo'
import { demoStandings } from '@rts/sandbox/world/demo-standings'
import { dayMs } from '@rts/shared/clock'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { watchedOf } from './checks.ts'
import { momentsOfRules } from './rules.ts'
import { alertDefaults } from './settings.ts'
import { pastOf } from './testing/keywords.ts'
import { noises, placeBy, randomOf, type SecondLooks, yearOf } from './testing/years.ts'

const year = 365
const first = Date.parse('2025-11-22')
const now = new Date('2026-11-22T12:00:00.000Z')
/** The rules that are on before somebody changes them. */
const standard = new Map(
  Object.entries(alertDefaults).flatMap(([rule, { isOn, threshold }]) =>
    // safe because the keys of the defaults are the names of the rules
    isOn ? [[rule as keyof typeof alertDefaults, threshold ?? 0] as const] : [],
  ),
)

const days = Array.from({ length: year }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10))
/** Where each site of the sandbox was on each day of a year that only trembles and drifts, for each of its phrases. */
const years = new Map(
  demoHosts.map((host) => [host, new Map(demoPhrases.map(({ phrase }) => [phrase, placesOf(host, phrase)]))]),
)

function placesOf(host: string, phrase: string): number[] {
  return days.map((day) => demoStandings(phrase, day).find((standing) => standing.host === host)?.place ?? 0)
}

/** The keywords of a site that it ranks for, checked every so many days. */
function trembling(everyDays: number, { host = demoSite, fallen }: { host?: string; fallen?: string } = {}) {
  const ranked = [...(years.get(host) ?? [])].filter(([, places]) => places.some((place) => place > 0))
  return ranked.map(([keyword, places]) => {
    const positions = places.filter((_, day) => day % everyDays === 0)
    return watchedOf(pastOf(keyword, keyword === fallen ? [...positions, 45, 45, 45] : positions, everyDays))
  })
}
const raisedBy = (pasts: ReturnType<typeof trembling>) => momentsOfRules({ pasts }, standard, now)

it.each(demoHosts.flatMap((host) => [1, 2, 3, 7].map((every) => [host, every] as const)))(
  'a year of %s, which trembles and drifts for months, checked every %i days, raises its drifts and no tremble',
  (host, every) => {
    const keywords = trembling(every, { host })
    expect(keywords.length).toBeGreaterThan(20)
    const raised = raisedBy(keywords)
    // A drift may leave the top ten, and fall far afterwards.
    expect(raised.length).toBeLessThan(2 * keywords.length)
    for (const { keywordId, at, from } of raised) {
      const { seen = [] } = keywords.find((keyword) => keyword.keywordId === keywordId) ?? {}
      const around = seen.filter((look) => Math.abs(look.at - Date.parse(at)) <= Math.max(3, every) * dayMs)
      const places = around.map(({ position }) => position || 101).toSorted((one, other) => one - other)
      expect(places[Math.floor(places.length / 2)]).toBeGreaterThanOrEqual((from ?? 0) + 2)
    }
  },
)

it('a fall of any keyword that was in the top ten is raised at its third check, in that year as well', () => {
  const keywords = trembling(1)
  const inTop = keywords.filter(({ seen }) => (seen.at(-1)?.usual?.place ?? 100) <= 10)
  expect(inTop.length).toBeGreaterThan(5)
  for (const { keyword } of inTop) {
    const raised = raisedBy(trembling(1, { fallen: keyword })).filter(({ to }) => to === 45)
    expect([keyword, raised.length]).toEqual([keyword, 1])
  }
})

/** A keyword for some days under the usual noise, with second looks at jumps that may last through the hour. */
function noisy(placeOn: (day: number) => number, days: number, looks: SecondLooks, random: () => number) {
  return yearOf(placeOn, { noise: noises.usual, looks, random, days, everyDays: 1, until: now.getTime() })
}

it.each([
  ['none', 0.1, 0],
  ['passing', 0.1, 2.2],
  ['lasting', 0.4, 2.4],
] as const)(
  'fifty keywords that tremble, jump and are absent ring at most so often a week, with second looks: %s',
  (looks, max, maxExtra) => {
    const random = randomOf(7)
    const all = Array.from({ length: 250 }, () => {
      const place = placeBy(random)
      return noisy(() => place, year, looks, random)
    })
    const rung = all.flatMap(({ past }) => raisedBy([watchedOf(past)])).length
    expect(rung / 5 / (year / 7)).toBeLessThan(max)
    const seconds = all.reduce((sum, each) => sum + each.seconds, 0)
    expect((100 * seconds) / all.length / year).toBeLessThanOrEqual(maxExtra)
  },
)

it.each([
  [8, 13, 65, 97],
  [6, 14, 96, 98],
  [4, 101, 97, 98],
  [9, 25, 97, 98],
  [3, 6, 60, 97],
])(
  'a fall from %i to %i rings within a day in at least %i of a hundred cases, and within a week in %i',
  (from, to, inDay, inWeek) => {
    const random = randomOf(11)
    const since = now.getTime() - 7 * dayMs
    const rings = Array.from({ length: 100 }, () => {
      const { past } = noisy((day) => (day < 60 ? from : to), 68, 'passing', random)
      return raisedBy([watchedOf(past, since)])
    })
    const within = (days: number) =>
      rings.filter((found) => found.some(({ at }) => Date.parse(at) < since + (days + 0.1) * dayMs)).length
    expect(within(1)).toBeGreaterThanOrEqual(inDay)
    expect(within(7)).toBeGreaterThanOrEqual(inWeek)
  },
)

it('nine of ten slides from 5 to 25 in 120 days ring, half of them within 25 days', () => {
  const random = randomOf(13)
  const since = now.getTime() - 120 * dayMs
  const days = Array.from({ length: 50 }, () => {
    const { past } = noisy((day) => (day < 90 ? 5 : 5 + (day - 90) / 6), 211, 'passing', random)
    const [first] = raisedBy([watchedOf(past, since)])
    return first ? (Date.parse(first.at) - since) / dayMs : Number.POSITIVE_INFINITY
  }).toSorted((one, other) => one - other)
  expect(days.filter(Number.isFinite).length).toBeGreaterThanOrEqual(45)
  expect(days[25]).toBeLessThanOrEqual(25)
})

it('whatever is looked at first, a check raises the same: the last checks alone decide', () => {
  const position = fc.integer({ min: 0, max: 40 })
  fc.assert(
    fc.property(fc.array(position, { minLength: 20, maxLength: 60 }), (positions) => {
      const past = pastOf('tea', positions)
      const last = past.ats.at(-1) ?? 0
      const latest = (since?: number) =>
        raisedBy([watchedOf(past, since)]).filter(({ at }) => Date.parse(at) >= last - 2 * dayMs)
      expect(latest(last - 2 * dayMs)).toEqual(latest())
    }),
    { numRuns: runs(100) },
  )
})

it('no alert is followed by another of its rule before two checks without its condition and three with it', () => {
  const position = fc.constantFrom(3, 8, 9, 11, 14, 30, 0)
  fc.assert(
    fc.property(fc.array(position, { minLength: 10, maxLength: 60 }), (positions) => {
      const past = pastOf('tea', positions)
      const times = raisedBy([watchedOf(past)])
        .filter(({ rule }) => rule === 'left_top')
        .map(({ at }) => Date.parse(at))
      for (const [i, at] of times.entries()) {
        const before = times[i - 1]
        if (before !== undefined) expect((at - before) / dayMs).toBeGreaterThanOrEqual(5)
      }
    }),
    { numRuns: runs(100) },
  )
})
