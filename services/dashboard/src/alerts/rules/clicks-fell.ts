import { defineAlert } from './model.ts'

const week = 7
const weeksBefore = 4
/** Fewer clicks a week move by chance. */
const fewestClicks = 100
const farDeviations = 3

/**
 * clicks of seven days ≤ (1 − N %) × a week's mean of the four weeks before, which is at least a hundred, and 3 deviations of those
 * weeks (of counts at least) below it; not so on the seven days before, which share days with it. `from` and `to` are clicks a week.
 */
export const clicksFell = defineAlert({
  name: 'clicks_fell',
  reads: ['clicks'],
  lastsDays: 0,
  find({ clicks }, percent) {
    const weeks = clicks.flatMap(({ day }, i) => {
      if (i + 1 < week * (weeksBefore + 1)) return []
      const [now = [], ...before] = Array.from({ length: weeksBefore + 1 }, (_, back) =>
        clicks.slice(i + 1 - week * (back + 1), i + 1 - week * back).map((each) => each.clicks),
      )
      const weekly = before.map(sumOf)
      const usual = sumOf(weekly) / weeksBefore
      // Each day of the week beside itself: four weeks alone say too little about how far a fifth may be.
      const daily = now.map((_, weekday) => varianceOf(before.map((days) => days[weekday] ?? 0)))
      const variance = Math.max(usual, varianceOf(weekly), sumOf(daily))
      const deviation = Math.sqrt(variance * (1 + 1 / weeksBefore))
      const to = sumOf(now)
      const isFar = to <= usual * (1 - percent / 100) && to <= usual - farDeviations * deviation
      return [{ day, usual, to, held: usual >= fewestClicks && isFar }]
    })
    return weeks
      .filter(({ held }, i) => held && !weeks.slice(Math.max(0, i - week), i).some((earlier) => earlier.held))
      .map(({ day, usual, to }) => {
        const about = { subject: 'site', fact: day, at: `${day}T00:00:00.000Z`, keywordId: null, name: '' }
        return { ...about, from: Math.round(usual), to, url: null }
      })
  },
})

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

function varianceOf(numbers: readonly number[]): number {
  const mean = sumOf(numbers) / numbers.length
  return sumOf(numbers.map((each) => (each - mean) ** 2)) / (numbers.length - 1)
}
