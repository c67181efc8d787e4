import { dayMs } from '@rts/shared/clock'
import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import { round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
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

/** False alarms about ranks of which nothing changes, the price of second looks, and how soon true falls are found, by the rules that are on at first. */
export async function run(): Promise<object> {
  const looks = ['none', 'lasting', 'passing'] as const
  const years = (['calm', 'usual', 'rough'] as const).flatMap((noise) =>
    [1, 7].flatMap((everyDays) => looks.map((each) => falseAlarms(noise, everyDays, each))),
  )
  printTable(years)
  const found = looks.flatMap((each) => [...fallsFound(each), slidesFound(each)])
  printTable(found)
  return { sites, keywords, falls, seed, years, found }
}

/** The days after `since` at which rules rang. */
function alarmsOf(past: KeywordPast, since = 0): number[] {
  const moments = momentsOfRules({ pasts: [watchedOf(past, since)] }, thresholds, new Date(until))
  return moments.map(({ at }) => (Date.parse(at) - since) / dayMs)
}

function falseAlarms(noise: keyof typeof noises, everyDays: number, looks: SecondLooks) {
  const random = randomOf(seed)
  let alarms = 0
  let seconds = 0
  for (let i = 0; i < sites * keywords; i++) {
    const place = placeBy(random)
    const made = yearOf(() => place, { noise: noises[noise], looks, random, days: year, everyDays, until })
    alarms += alarmsOf(made.past).length
    seconds += made.seconds
  }
  const aSiteWeek = round(alarms / sites / (year / 7), 4)
  const more = round((100 * seconds) / (sites * keywords * Math.ceil(year / everyDays)), 2)
  return { noise, everyDays, looks, aSiteWeek, 'more pages %': more }
}

function fallsFound(looks: SecondLooks) {
  const random = randomOf(seed + 1)
  const table: [number, number][] = [
    [8, 13],
    [6, 14],
    [4, 101],
    [9, 25],
    [3, 6],
  ]
  return table.map(([from, to]) => {
    const change = (day: number) => (day < 100 ? from : to)
    return foundOf(`${from} → ${to > 100 ? 'not found' : to}`, { looks, random, days: 108, changedDays: 7 }, change)
  })
}

function slidesFound(looks: SecondLooks) {
  const slide = (day: number) => (day < 100 ? 5 : 5 + (day - 100) / 6)
  const setting = { looks, random: randomOf(seed + 2), days: 221, changedDays: 120 }
  return foundOf('5 → 25 in 120 days', setting, slide, falls / 2)
}

type Change = { looks: SecondLooks; random: () => number; days: number; changedDays: number }

/** In how many of so many years a change is found at all, within a day and a week, and the median of the first alarms. */
function foundOf(
  fall: string,
  { looks, random, days, changedDays }: Change,
  placeOn: (day: number) => number,
  count = falls,
) {
  const setting = { noise: noises.usual, looks, random, days, everyDays: 1, until }
  const firsts = Array.from({ length: count }, () => {
    return alarmsOf(yearOf(placeOn, setting).past, until - changedDays * dayMs).slice(0, 1)
  })
    .flat()
    .toSorted((one, other) => one - other)
  const percent = (most: number) => round((100 * firsts.filter((day) => day < most + 0.1).length) / count, 1)
  const medianDay = round(firsts[Math.floor(firsts.length / 2)] ?? 0, 2)
  return { looks, fall, inDay: percent(1), inWeek: percent(7), ever: percent(changedDays), medianDay }
}
