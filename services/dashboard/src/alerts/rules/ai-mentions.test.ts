import { dayMs } from '@rts/shared/clock'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import { expect, it } from 'vitest'
import { aiHistoryDays, aiLost, aiWon } from './ai-mentions.ts'

const day0 = Date.parse('2024-01-01T12:00:00Z')
/** The same numbers in each run. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Rounds of a prompt in which so many engines name the site by this chance, day by day. */
function rounds(engines: number, shares: readonly number[], chance: () => number): PromptRow['history'] {
  return shares.map((share, day) => {
    const mentioned = Array.from({ length: engines }, chance).filter((drawn) => drawn < share).length
    const checkedAt = new Date(day0 + day * dayMs).toISOString()
    return { checkedAt, answers: engines, mentioned, cited: 0, mentionRate: null, citationRate: null }
  })
}

/** The days on which a rule raises an alert, looked at every day with what is read then. */
function daysOf(rule: typeof aiLost, all: PromptRow['history'], from: number): number[] {
  const days = all.flatMap((_round, day) => {
    if (day < from) return []
    const now = new Date(day0 + day * dayMs)
    const history = all.slice(Math.max(0, day + 1 - aiHistoryDays), day + 1)
    // safe because alerts read nothing else of a prompt
    const prompts = [{ id: 'p', prompt: 'p', frozen: false, history } as unknown as PromptRow]
    const found = rule.find({ prompts }, 0, now)
    return found.some(({ at }) => Date.parse(at) === now.getTime()) ? [day] : []
  })
  return days
}

const year = 365
const steady = (share: number, days: number) => Array.from({ length: days }, () => share)

it.each([
  ['one engine that names the site in half of its answers', 1, 0.5],
  ['four engines, half', 4, 0.5],
  ['four engines, a fifth', 4, 0.2],
  ['four engines, one of twenty', 4, 0.05],
])('of %s nothing changes: ten years of a prompt raise at most one alert', (_case, engines, share) => {
  const chance = chances(7)
  const found = Array.from({ length: 10 }, () => rounds(engines, steady(share, year + 84), chance)).flatMap((all) => [
    ...daysOf(aiLost, all, 84),
    ...daysOf(aiWon, all, 84),
  ])
  expect(found.length).toBeLessThanOrEqual(1)
})

it.each([
  ['four engines', 4, 10],
  ['two engines', 2, 14],
  ['one engine', 1, 28],
])('of %s a fall from 60 to 5 per cent of the answers is told once, in time', (_case, engines, max) => {
  const chance = chances(11)
  const delays = Array.from({ length: 40 }, () => {
    const all = rounds(engines, [...steady(0.6, 84), ...steady(0.05, 40)], chance)
    const told = daysOf(aiLost, all, 84)
    expect(told.length).toBeLessThanOrEqual(1)
    return (told[0] ?? Number.POSITIVE_INFINITY) - 83
  })
  const late = delays.filter((days) => days > max).length
  expect(late / delays.length).toBeLessThanOrEqual(0.1)
})
