import { dayMs } from '@rts/shared/clock'
import type { KeywordPast } from '@rts/shared/contract/rows/rank-change'
import { needsSecondLook, usualLooks } from '@rts/shared/tremble'

/** How ranks tremble where nothing happens: their relative deviation, and on what share of keyword-days a jump or an absence begins. */
type Noise = { deviation: number; jumps: number; absences: number }
export const noises = {
  calm: { deviation: 0.08, jumps: 0, absences: 0 },
  usual: { deviation: 0.13, jumps: 0.003, absences: 0.001 },
  rough: { deviation: 0.2, jumps: 0.01, absences: 0.004 },
} satisfies Record<string, Noise>

/** Second looks: none; at a jump that lasts through the hour; or at one that is still there as often as at the next check. */
export type SecondLooks = 'none' | 'lasting' | 'passing'
type Year = { noise: Noise; looks: SecondLooks; random: () => number; days: number; everyDays: number; until: number }

const againMs = dayMs / 48
const depth = 100
/** Measured: of jumps and absences so many are still there at the next daily check; none lasts longer. */
const lastsTwoDays = 0.22

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A usual place of a keyword, 1 to 40, near the top more often. */
export function placeBy(random: () => number): number {
  return Math.round(Math.exp(random() * Math.log(40)))
}

/** The looks at a keyword over days, at its true place of each day with noise, the last day at `until`; and how many were second ones. */
export function yearOf(placeOn: (day: number) => number, { noise, looks, random, days, everyDays, until }: Year) {
  const ats: number[] = []
  const places: number[] = []
  let odd: number | null = null
  let oddUntil = -1
  let seconds = 0
  function look(at: number, day: number): number {
    const place = odd ?? trembling(placeOn(day), noise.deviation, random)
    ats.push(at)
    places.push(Math.min(place, depth + 1))
    return place
  }
  for (let day = 0; day < days; day += everyDays) {
    const at = until - (days - 1 - day) * dayMs
    if (day > oddUntil) {
      odd = oddBy(placeOn(day), noise, random)
      oddUntil = day + (random() < lastsTwoDays ? 1 : 0)
    }
    const before = places.slice(-usualLooks)
    if (!needsSecondLook(before, look(at, day)) || looks === 'none') continue
    if (looks === 'passing' && random() >= lastsTwoDays) odd = null
    look(at + againMs, day)
    seconds++
  }
  return { past: pastAt(ats, places), seconds }
}

function pastAt(ats: number[], places: readonly number[]): KeywordPast {
  return {
    keywordId: 'tea',
    keyword: 'tea',
    device: 'desktop',
    country: 'us',
    location: null,
    ats,
    positions: places.map((place) => (place > depth ? 0 : place)),
    depths: places.map(() => depth),
    urls: places.map((place) => (place > depth ? null : 'https://example.com/')),
  }
}

function oddBy(place: number, { jumps, absences }: Noise, random: () => number): number | null {
  const drawn = random()
  if (drawn < absences) return depth + 1
  return drawn < absences + jumps ? Math.round(place + 10 + random() * 40) : null
}

function trembling(place: number, deviation: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(1, Math.round(place * (1 + deviation * normal)))
}
