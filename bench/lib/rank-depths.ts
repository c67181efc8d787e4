import { demoHosts, demoPhrases } from '@rts/sandbox/world/demo'
import { demoStandings } from '@rts/sandbox/world/demo-standings'
import { dayMs, utcDay } from '@rts/shared/clock'
import { deepestPage, defaultPlans } from '@rts/shared/plans'
import { z } from 'zod'
import { round, sumOf } from '../../harness/measure.ts'
import { printTable } from '../../harness/report.ts'
import { serpVariables } from '../../services/projects/src/checks/config.ts'
import { createSerpQueue, createSerpSource } from '../../services/projects/src/checks/providers/chain.ts'
import type { SerpQuery } from '../../services/projects/src/checks/providers/serp.ts'
import { type DepthFacts, depthToRead, readingOf } from '../../services/projects/src/queue/rules/tracked-keywords.ts'

const days = 365
const firstDay = Date.parse('2026-01-01T12:00:00Z')
const terms = { plans: defaultPlans, isSmart: true }
const bands = { 'not found': 0, '1-10': 10, '11-20': 20, '21-50': 50, '51-100': deepestPage }

/** The results that a year of daily checks of a keyword asked for, and missed; `blindDays` is its longest time on the page without a rank. */
type Year = { asked: number[]; missedWithin: number; blindDays: number }

/** The places (0: not among the first hundred) of each host on each day of the year. */
function placesOf(phrase: string, hosts: readonly string[]): number[][] {
  const pages = Array.from({ length: days }, (_, i) => demoStandings(phrase, utcDay(new Date(firstDay + i * dayMs))))
  return hosts.map((host) =>
    pages.map((standings) => {
      const place = standings.find((each) => each.host === host)?.place ?? 0
      return place > deepestPage ? 0 : place
    }),
  )
}

/** The same with three weeks off the page, after which the site is back where it was; each keyword begins on another day. */
function withAbsence(ranks: readonly number[], n: number): number[] {
  const from = 100 + (n % 40)
  return ranks.map((rank, day) => (day >= from && day < from + 21 + (n % 7) ? 0 : rank))
}

/** A year of a keyword by the rule of the service: each check is read as deep as the rule says, and again where it says so. */
function simulate(ranks: readonly number[]): Year {
  const reader: DepthFacts = { plan: 'growth', siteDepth: null, siteSmart: null, rank: null, wholeAt: null }
  const year: Year = { asked: [], missedWithin: 0, blindDays: 0 }
  let blind = 0
  for (const [i, rank] of ranks.entries()) {
    const seenAt = new Date(firstDay + i * dayMs)
    const isFoundIn = (depth: number) => rank > 0 && rank <= depth
    const read = (asked: number) => {
      year.asked.push(asked)
      return readingOf(reader, { asked, seenAt, isFoundIn }, terms)
    }
    let asked = depthToRead(reader, terms, seenAt)
    let reading = read(asked)
    if ('deeper' in reading) {
      asked = deepestPage
      reading = read(asked)
    }
    if ('deeper' in reading) throw new Error('a whole page is too short')
    const seen = isFoundIn(reading.depth) ? rank : 0
    if (rank > 0 && rank <= asked && seen !== rank) year.missedWithin++
    blind = rank > 0 && seen === 0 ? blind + 1 : 0
    year.blindDays = Math.max(year.blindDays, blind)
    reader.rank = seen
    if (reading.isWhole) reader.wholeAt = seenAt
  }
  return year
}

/** USD of a page of so many results, for each provider and mode: pages of ten singly, or a depth at once. */
function prices(): Record<string, (depth: number) => number> {
  const at = { NODE_ENV: 'test', SANDBOX_URL: 'http://127.0.0.1:1', DATAFORSEO_LOGIN: 'x', DATAFORSEO_PASSWORD: 'x' }
  const config = z.object(serpVariables).parse({ ...at, SERP_PROVIDERS: 'dataforseo' })
  const quiet = { clock: { now: () => new Date() }, logger: { debug: () => {}, warn: () => {} } }
  const query = (depth: number): SerpQuery => {
    return { phrase: 'x', country: 'us', language: 'en', device: 'desktop', location: null, depth }
  }
  const live = createSerpSource(config, quiet)
  const queue = createSerpQueue({ ...config, DATAFORSEO_MODE: 'queue' }, quiet)
  const pages = (pageUsd: number) => (depth: number) => Math.ceil(depth / 10) * pageUsd
  return {
    'dataforseo, queue': (depth) => queue?.priceUsd(query(depth)) ?? 0,
    'dataforseo, live': (depth) => live.priceUsd(query(depth)),
    serper: pages(config.SERPER_PAGE_USD),
    valueserp: pages(config.VALUESERP_PAGE_USD),
    serpapi: pages(config.SERPAPI_PAGE_USD),
  }
}

/** Prints the price of a thousand checks of a year at each provider, read to the end and by need, with the mix of ranks. */
export function measureDepths(): object {
  const ranks = demoPhrases.flatMap(({ phrase }) => placesOf(phrase, demoHosts))
  const years = ranks.map(simulate)
  const checks = ranks.length * days
  const bandOf = (rank: number) => Object.values(bands).findIndex((last) => rank <= last)
  const shareOf = (band: number) => ranks.flat().filter((rank) => bandOf(rank) === band).length / checks
  const mix = Object.fromEntries(Object.keys(bands).map((name, band) => [name, `${round(shareOf(band) * 100, 2)}%`]))
  const asked = years.flatMap((year) => year.asked)
  const usdPerThousandChecks = Object.entries(prices()).map(([provider, priceUsd]) => {
    const smart = (sumOf(asked.map(priceUsd)) / checks) * 1_000
    const full = priceUsd(deepestPage) * 1_000
    return { provider, full: round(full, 2), smart: round(smart, 2), saved: round(1 - smart / full, 2) }
  })
  printTable(usdPerThousandChecks)
  const blindDays = Math.max(...ranks.map((year, i) => simulate(withAbsence(year, i)).blindDays))
  const figures = {
    checks,
    depth: round(sumOf(asked) / checks, 2),
    missedWithin: sumOf(years.map((year) => year.missedWithin)),
    blindDays,
  }
  printTable([{ ...mix, ...figures }])
  return { usdPerThousandChecks, mix, ...figures }
}
