import { demoHosts, demoPhrases } from '@rts/sandbox/world/demo'
import { demoStandings } from '@rts/sandbox/world/demo-standings'
import { dayMs, utcDay } from '@rts/shared/clock'
import { deepestPage, defaultPlans } from '@rts/shared/plans'
import { expect, it } from 'vitest'
import { type DepthFacts, depthToRead, readingOf } from './tracked-keywords.ts'

const firstDay = Date.parse('2026-01-01T12:00:00Z')
const dayAt = (i: number) => new Date(firstDay + i * dayMs)
const terms = { plans: defaultPlans, isSmart: true }

/** The places of the demo's sites on its phrases, on each day of a year; 0 where one is not among the first hundred. */
const years = demoPhrases.flatMap(({ phrase }) => {
  const pages = Array.from({ length: 365 }, (_, i) => demoStandings(phrase, utcDay(dayAt(i))))
  return demoHosts.map((own) =>
    pages.map((standings) => {
      const { place = 0 } = standings.find(({ host }) => host === own) ?? {}
      return place > deepestPage ? 0 : place
    }),
  )
})

/** A year of daily checks by need: the results that were asked for, and the ranks that were seen. */
function checkedByNeed(places: readonly number[]) {
  const keyword: DepthFacts = { plan: 'growth', siteDepth: null, siteSmart: null, rank: null, wholeAt: null }
  const asked: number[] = []
  const seen = places.map((place, i) => {
    const seenAt = dayAt(i)
    const isFoundIn = (depth: number) => place > 0 && place <= depth
    const read = (depth: number) => {
      asked.push(depth)
      return readingOf(keyword, { asked: depth, seenAt, isFoundIn }, terms)
    }
    const first = read(depthToRead(keyword, terms, seenAt))
    const reading = 'deeper' in first ? read(deepestPage) : first
    if ('deeper' in reading) throw new Error('a whole page is too short')
    keyword.rank = isFoundIn(reading.depth) ? place : 0
    if (reading.isWhole) keyword.wholeAt = seenAt
    return keyword.rank
  })
  return { asked, seen }
}

it('a site with a rank is found on the day on which it falls, however deep', () => {
  for (const [n, year] of years.entries()) {
    const fallsOn = 100 + (n % 40)
    const places = year.map((place, day) => (place > 0 && day >= fallsOn ? Math.min(place + 30, deepestPage) : place))
    const { seen } = checkedByNeed(places)
    for (const [day, place] of places.entries()) if ((seen[day - 1] ?? 0) > 0) expect(seen[day]).toBe(place)
  }
})

it('a site that was away for weeks is found again within a week', () => {
  for (const [n, year] of years.entries()) {
    const backOn = 121 + (n % 47)
    const places = year.map((place, day) => (day >= backOn - 21 - (n % 7) && day < backOn ? 0 : place))
    const { seen } = checkedByNeed(places)
    const isBack = places.findIndex((place, day) => day >= backOn && place > 0)
    if (isBack >= 0) expect(Math.max(...seen.slice(isBack, isBack + 7))).toBeGreaterThan(0)
  }
})

it('a year asks for less than a third of its results', () => {
  const asked = years.flatMap((places) => checkedByNeed(places).asked)
  expect(asked.reduce((sum, depth) => sum + depth, 0) / (years.length * 365 * deepestPage)).toBeLessThan(1 / 3)
})
