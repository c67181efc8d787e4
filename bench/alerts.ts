import { dayMs } from '@rts/shared/clock'
import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import { watchedOf } from '../services/dashboard/src/alerts/rules/checks.ts'
import { momentsOfRules } from '../services/dashboard/src/alerts/rules/rules.ts'
import { alertDefaults } from '../services/dashboard/src/alerts/rules/settings.ts'
import {
  noises,
  placeBy,
  randomOf,
  type SecondLooks,
  yearOf,
} from '../services/dashboard/src/alerts/rules/testing/years.ts'
import { printTable, round } from './lib/stats.ts'

/** Another one than those by which thresholds were chosen. */
const seed = 20_261_129
const sites = 50
const keywords = 50
const year = 365
const falls = 1_000
const until = Date.parse('2026-11-22T12:00:00Z')
const thresholds = new Map(
  (['not_found', 'left_top', 'fell'] as const).map((rule) => [rule, alertDefaults[rule].threshold ?? 0]),
)

type Row = { noise: keyof typeof noises; everyDays: number; looks: SecondLooks }

/** False alarms about ranks of which nothing changes, the price of second looks, and how soon true falls are found, by the rules that are on at first. */
export async function run(): Promise<Record<string, unknown>> {
  const looks = ['none', 'lasting', 'passing'] as const
  const years = (['calm', 'usual', 'rough'] as const).flatMap((noise) =>
    [1, 7].flatMap((everyDays) => looks.map((each) => falseAlarms({ noise, everyDays, looks: each }))),
  )
  printTable(years)
  const told = looks.flatMap((each) => [...fallsTold(each), slidesTold(each)])
  printTable(told)
  return { sites, keywords, falls, seed, years, told }
}

function alarmsOf(past: KeywordPast, since = 0): number[] {
  const moments = momentsOfRules({ pasts: [watchedOf(past, since)] }, thresholds, new Date(until))
  return moments.map(({ at }) => (Date.parse(at) - since) / dayMs)
}

function falseAlarms({ noise, everyDays, looks }: Row) {
  const random = randomOf(seed)
  let alarms = 0
  let seconds = 0
  for (let i = 0; i < sites * keywords; i++) {
    const place = placeBy(random)
    const setting = { noise: noises[noise], looks, random, days: year, everyDays, until }
    const { past, seconds: more } = yearOf(() => place, setting)
    alarms += alarmsOf(past).length
    seconds += more
  }
  const aSiteWeek = alarms / sites / (year / 7)
  const more = (100 * seconds) / (sites * keywords * Math.ceil(year / everyDays))
  return {
    noise,
    everyDays,
    looks,
    aSiteWeek: round(aSiteWeek, 4),
    of500: round(aSiteWeek * 10, 3),
    more: round(more, 2),
  }
}

function fallsTold(looks: SecondLooks) {
  const random = randomOf(seed + 1)
  const table = [
    [8, 13],
    [6, 14],
    [4, 101],
    [9, 25],
    [3, 6],
  ] as const
  return table.map(([from, to]) => {
    const firsts = daysOf(falls, () => yearOf((day) => (day < 100 ? from : to), settingOf(looks, 108, random)).past, 7)
    return toldOf(looks, `${from} → ${to > 100 ? 'not found' : to}`, firsts)
  })
}

function slidesTold(looks: SecondLooks) {
  const random = randomOf(seed + 2)
  const slide = (day: number) => (day < 100 ? 5 : 5 + (day - 100) / 6)
  const firsts = daysOf(falls / 2, () => yearOf(slide, settingOf(looks, 221, random)).past, 120)
  return { ...toldOf(looks, '5 → 25 in 120 days', firsts), inWeek: round((100 * firsts.length) / (falls / 2), 1) }
}

function settingOf(looks: SecondLooks, days: number, random: () => number) {
  return { noise: noises.usual, looks, random, days, everyDays: 1, until }
}

/** The days after its beginning at which each change was found, the soonest first. */
function daysOf(count: number, pastOf: () => KeywordPast, sinceDays: number): number[] {
  const since = until - sinceDays * dayMs
  return Array.from({ length: count }, () => alarmsOf(pastOf(), since).slice(0, 1))
    .flat()
    .toSorted((one, other) => one - other)
}

function toldOf(looks: SecondLooks, fall: string, firsts: readonly number[]) {
  const within = (days: number) => round((100 * firsts.filter((day) => day < days + 0.1).length) / falls, 1)
  return {
    looks,
    fall,
    inDay: within(1),
    inWeek: within(7),
    medianDay: round(firsts[Math.floor(firsts.length / 2)] ?? 0, 2),
  }
}
