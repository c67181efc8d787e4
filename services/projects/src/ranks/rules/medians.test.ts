import { expect, it } from 'vitest'
import { mediansOf } from './medians.ts'

/** The same numbers each time. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const usual = { deviation: 0.13, jumps: 0.003, absences: 0.001 }

/** Checks of a rank that only trembles: with single days far away, and with days without the site. */
function checksOf(place: number, n: number, random: () => number): number[] {
  return Array.from({ length: n }, () => {
    if (random() < usual.absences) return 101
    const far = random() < usual.jumps ? 3 : 1
    const normal = Math.sqrt(-2 * Math.log(random() || 1)) * Math.cos(2 * Math.PI * random())
    return Math.min(100, Math.max(1, Math.round(place * far * (1 + usual.deviation * normal))))
  })
}

function movedOf(before: readonly number[], now: readonly number[]) {
  const quartiles = (places: readonly number[]) => {
    const sorted = places.toSorted((one, other) => one - other)
    return [0.25, 0.5, 0.75].map((share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  }
  const beyond = [...before, ...now].includes(101) ? 101 : null
  const found = { now: quartiles(now), before: quartiles(before), beyond }
  return mediansOf({ ...found, checks: now.length, checksBefore: before.length }, 7).moved
}

it.each([7, 4, 3])('of fifty ranks that only tremble at most one moved, with %i checks at either time', (checks) => {
  const random = randomOf(42)
  const sites = Array.from({ length: 100 }, () => {
    const places = Array.from({ length: 50 }, () => 1 + Math.floor(random() ** 2 * 80))
    return places.filter((place) => movedOf(checksOf(place, checks, random), checksOf(place, checks, random))).length
  })
  expect(sites.reduce((sum, moved) => sum + moved) / sites.length).toBeLessThan(0.3)
  expect(sites.filter((moved) => moved > 1).length).toBeLessThanOrEqual(2)
})

it.each([
  [8, 13, 90],
  [6, 14, 98],
  [9, 25, 98],
  [3, 6, 98],
  [4, 101, 98],
])('a fall from %i to %i is told in at least %i of a hundred weeks', (from, to, min) => {
  const random = randomOf(7)
  const told = Array.from({ length: 100 }, () => movedOf(checksOf(from, 7, random), checksOf(to, 7, random)))
  expect(told.filter(Boolean).length).toBeGreaterThanOrEqual(min)
})

it('a place that was not read at one of the times is the first one behind what was', () => {
  const quartiles = { now: [11, 11, 11], before: [30, 31, 33], checks: 7, checksBefore: 7, beyond: 11 }
  expect(mediansOf(quartiles, 7)).toEqual({ days: 7, position: 0, previousPosition: 0, moved: false })
})
