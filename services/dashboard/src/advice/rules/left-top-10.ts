import { defineRule } from './model.ts'
import { isTop10, presentRanks } from './present-ranks.ts'
import { isWithinDays, rankEvidence } from './words.ts'

const days = 7

export const leftTop10 = defineRule({
  name: 'left_top_10',
  statement: `A keyword was in the top 10, fell out of it in the last ${days} days, and is still out.`,
  reads: ['ranks', 'turns'],
  find({ ranks, turns }, now) {
    const present = presentRanks(ranks, now)
    const seen = new Set<string>()
    return turns.flatMap(({ keywordId, before, ...turn }) => {
      if (isTop10(before.position) === isTop10(turn.position) || seen.has(keywordId)) return []
      seen.add(keywordId)
      const rank = present.get(keywordId)
      if (!rank || isTop10(turn.position) || isTop10(rank.position) || !isWithinDays(turn.at, days, now)) return []
      const { keyword, position, checkedAt, url } = rank
      const evidence = [rankEvidence('Before', before), rankEvidence('After', turn)]
      if (checkedAt > turn.at) evidence.push(rankEvidence('Now', { position, at: checkedAt, url }))
      return [
        {
          subject: keywordId,
          fact: turn.at,
          title: `“${keyword}” fell out of the top 10`,
          evidence,
          at: turn.at,
          page: 'keywords' as const,
          keywordIds: [keywordId],
          sandbox: rank.sandbox === true,
        },
      ]
    })
  },
})
