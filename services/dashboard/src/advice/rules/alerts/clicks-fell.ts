import { defineAlert } from './model.ts'

const week = 7
const weeksBefore = 4
/** Fewer clicks a week move by chance. */
const fewestClicks = 20

/**
 * clicks of seven days ≤ (1 − N %) × a week's mean of the four weeks before, which is at least twenty; not so on the two days before.
 * `from` and `to` are clicks a week.
 */
export const clicksFell = defineAlert({
  name: 'clicks_fell',
  reads: ['clicks'],
  lastsDays: 0,
  find({ clicks }, percent) {
    const weeks = clicks.flatMap(({ day }, i) => {
      if (i + 1 < week * (weeksBefore + 1)) return []
      const sumOf = (from: number, until: number) =>
        clicks.slice(i + 1 - from, i + 1 - until).reduce((sum, each) => sum + each.clicks, 0)
      const usual = sumOf(week * (weeksBefore + 1), week) / weeksBefore
      const now = sumOf(week, 0)
      return [{ day, usual, now, held: usual >= fewestClicks && now <= usual * (1 - percent / 100) }]
    })
    return weeks
      .filter(({ held }, i) => held && !weeks[i - 1]?.held && !weeks[i - 2]?.held)
      .map(({ day, usual, now }) => {
        const about = { subject: 'site', fact: day, at: `${day}T00:00:00.000Z`, keywordId: null, name: '' }
        return { ...about, from: Math.round(usual), to: now, url: null }
      })
  },
})
