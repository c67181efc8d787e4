import { demoHosts, demoPhrases, demoSite } from '@rts/sandbox/world/demo'
import { demoStandings } from '@rts/sandbox/world/demo-standings'
import { dayMs } from '@rts/shared/clock'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { momentsOfRules } from './alerts.ts'
import { watchedOf } from './checks.ts'
import { alertDefaults } from './defaults.ts'
import { pastOf } from './testing/keywords.ts'

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
function trembling(
  everyDays: number,
  { host = demoSite, last = {} }: { host?: string; last?: Record<string, number> } = {},
) {
  const ranked = [...(years.get(host) ?? [])].filter(([, places]) => places.some((place) => place > 0))
  return ranked.map(([keyword, places]) => {
    const positions = places.filter((_, day) => day % everyDays === 0)
    const fallen = last[keyword]
    return watchedOf(pastOf(keyword, fallen === undefined ? positions : [...positions, fallen], everyDays))
  })
}
const raisedBy = (pasts: ReturnType<typeof trembling>) => momentsOfRules({ pasts }, standard, now)

it.each(demoHosts.flatMap((host) => [1, 2, 3, 7].map((every) => [host, every] as const)))(
  'a year of %s, which only trembles, checked every %i days, raises at most two alerts within any seven days',
  (host, every) => {
    const keywords = trembling(every, { host })
    expect(keywords.length).toBeGreaterThan(20)
    const times = raisedBy(keywords).map(({ at }) => Date.parse(at))
    const within = times.map((from) => times.filter((at) => at >= from && at < from + 7 * dayMs).length)
    expect(Math.max(0, ...within)).toBeLessThanOrEqual(2)
    expect(times.length / (year / 7)).toBeLessThan(0.5)
  },
)

it('a fall of any keyword that was in the top ten is raised at its first check, in that year as well', () => {
  const keywords = trembling(1)
  const inTop = keywords.filter(({ seen }) => (seen.at(-1)?.usual?.place ?? 100) <= 10)
  expect(inTop.length).toBeGreaterThan(5)
  for (const { keyword } of inTop) {
    const raised = raisedBy(trembling(1, { last: { [keyword]: 45 } })).filter(({ to }) => to === 45)
    expect([keyword, raised.length]).toEqual([keyword, 1])
  }
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

it('no alert is followed by another of its rule before two checks without its condition', () => {
  const position = fc.constantFrom(3, 8, 9, 11, 14, 30, 0)
  fc.assert(
    fc.property(fc.array(position, { minLength: 10, maxLength: 60 }), (positions) => {
      const past = pastOf('tea', positions)
      const times = raisedBy([watchedOf(past)])
        .filter(({ rule }) => rule === 'left_top')
        .map(({ at }) => Date.parse(at))
      for (const [i, at] of times.entries()) {
        const before = times[i - 1]
        if (before !== undefined) expect((at - before) / dayMs).toBeGreaterThanOrEqual(3)
      }
    }),
    { numRuns: runs(100) },
  )
})
