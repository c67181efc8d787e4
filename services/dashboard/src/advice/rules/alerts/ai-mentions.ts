import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import { defineAlert, type Moment } from './model.ts'

type Round = { at: string; rate: number }

/** No engine names the site for a prompt in a round, and one did in each of the two rounds before. */
export const aiLost = defineAlert({
  name: 'ai_lost',
  reads: ['prompts'],
  lastsDays: 0,
  find: ({ prompts }) => changes(prompts, (before, now) => now === 0 && before.every((rate) => rate > 0)),
})

/** An engine names the site for a prompt in a round, and none did in the two rounds before. */
export const aiWon = defineAlert({
  name: 'ai_won',
  reads: ['prompts'],
  lastsDays: 0,
  find: ({ prompts }) => changes(prompts, (before, now) => now > 0 && before.every((rate) => rate === 0)),
})

/** `from` and `to` are per cent of the answers. */
function changes(prompts: readonly PromptRow[], begins: (before: [number, number], now: number) => boolean): Moment[] {
  return prompts.flatMap(({ id, prompt, frozen, ...rounds }) => {
    const known = frozen ? [] : roundsOf(rounds)
    return known.flatMap(({ at, rate }, i) => {
      const two = known[i - 2]
      const one = known[i - 1]
      if (!two || !one || !begins([two.rate, one.rate], rate)) return []
      const about = { subject: id, fact: at, at, keywordId: null, name: prompt, url: null }
      return [{ ...about, from: Math.round(one.rate * 100), to: Math.round(rate * 100) }]
    })
  })
}

/** The oldest first; a round in which no engine answered is none. */
function roundsOf({ history, lastRunAt, mentionRate }: Pick<PromptRow, 'history' | 'lastRunAt' | 'mentionRate'>) {
  const earlier = history.map(({ checkedAt, mentionRate: rate }) => ({ at: checkedAt, rate }))
  const isListed = lastRunAt === null || earlier.some(({ at }) => at >= lastRunAt)
  const all = isListed ? earlier : [...earlier, { at: lastRunAt, rate: mentionRate }]
  return all.flatMap(({ at, rate }): Round[] => (rate === null ? [] : [{ at, rate }]))
}
