import { dayMs } from '@rts/shared/clock'
import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import { deviationsBetween } from '@rts/shared/statistics'
import { defineAlert, type Moment } from './model.ts'

/** Looked at daily, a prompt of which nothing changes is beyond this once in ten years or less. */
const fewestDeviations = 3.5
const fewestAnswers = 20
/** The last answers, or those of the longer time where they are too few, and those before them. */
const lastDays = 14
const longDays = 28
const daysBefore = 28
/** A change is one alert until it has not been seen for so long. */
const quietDays = 28
/** Rounds of so many days are read: moments of the last 36 are known by what was before each of them. */
export const aiHistoryDays = 120
const judgedDays = aiHistoryDays - longDays - daysBefore

/** The share of the last answers that name the site is below that of the answers before, by a test of two proportions. */
export const aiLost = defineAlert({
  name: 'ai_lost',
  reads: ['prompts'],
  lastsDays: quietDays,
  find: ({ prompts }, _threshold, now) => changes(prompts, now, (deviations) => deviations <= -fewestDeviations),
})

export const aiWon = defineAlert({
  name: 'ai_won',
  reads: ['prompts'],
  lastsDays: quietDays,
  find: ({ prompts }, _threshold, now) => changes(prompts, now, (deviations) => deviations >= fewestDeviations),
})

type Round = PromptRow['history'][number]
type Share = { hits: number; n: number }

/** `from` and `to` are per cent of the answers. */
function changes(prompts: readonly PromptRow[], now: Date, isChange: (deviations: number) => boolean): Moment[] {
  const since = (days: number) => now.getTime() - days * dayMs
  return prompts.flatMap(({ id, prompt, frozen, history }) => {
    const sumOf = sumsOf(history)
    let seenAt = Number.NEGATIVE_INFINITY
    return (frozen ? [] : history).flatMap(({ checkedAt: at }): Moment[] => {
      const time = Date.parse(at)
      const windows = time < since(judgedDays) ? null : windowsAt(dayOf(time), sumOf)
      if (!windows || !isChange(deviationsBetween(windows.before, windows.last))) return []
      const isNews = time - seenAt > quietDays * dayMs
      seenAt = time
      if (!isNews || time < since(judgedDays - quietDays)) return []
      const { before, last } = windows
      // Engines answer one after the other: the day is the round.
      const about = { subject: id, fact: at.slice(0, 10), at, keywordId: null, name: prompt, url: null }
      return [{ ...about, from: percentOf(before), to: percentOf(last), answers: last.n }]
    })
  })
}

/** The last answers until a day, and those before them; null where there are too few. */
function windowsAt(until: number, sumOf: ReturnType<typeof sumsOf>) {
  for (const days of [lastDays, longDays]) {
    const last = sumOf(until - days, until)
    const before = sumOf(until - days - daysBefore, until - days)
    if (last.n >= fewestAnswers && before.n >= fewestAnswers) return { last, before }
  }
  return null
}

/** The answers after a day until another one, both at most those of the last round. */
function sumsOf(history: readonly Round[]): (after: number, until: number) => Share {
  const first = dayOf(Date.parse(history[0]?.checkedAt ?? ''))
  let sum: Share = { hits: 0, n: 0 }
  const sums: Share[] = []
  for (const { checkedAt, mentioned, answers } of history) {
    const place = dayOf(Date.parse(checkedAt)) - first
    while (sums.length < place) sums.push(sum)
    sum = { hits: sum.hits + mentioned, n: sum.n + answers }
    sums[place] = sum
  }
  const upTo = (day: number) => sums[day - first] ?? { hits: 0, n: 0 }
  return (after, until) => ({ hits: upTo(until).hits - upTo(after).hits, n: upTo(until).n - upTo(after).n })
}

function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}

function percentOf({ hits, n }: Share): number {
  return Math.round((100 * hits) / n)
}
