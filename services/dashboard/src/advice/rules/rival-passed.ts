import { defineRule } from './model.ts'
import { presentRanks } from './present-ranks.ts'
import { counted, isWithinDays, latest, place } from './words.ts'

const days = 7
const farthest = 20
const max = 10

export const rivalPassed = defineRule({
  name: 'rival_passed',
  statement: `A competitor that was behind you came ahead in the last ${days} days, to one of the first ${farthest} places, and is still ahead.`,
  reads: ['ranks', 'passes'],
  find({ ranks, passes }, now) {
    const present = presentRanks(ranks, now)
    const recent = passes.filter(
      ({ keywordId, position, at }) => present.has(keywordId) && position <= farthest && isWithinDays(at, days, now),
    )
    return [...Map.groupBy(recent, ({ domain }) => domain)]
      .sort(([, one], [, other]) => other.length - one.length)
      .flatMap(([domain, passed]) => {
        const [first, ...others] = passed
        if (!first) return []
        const at = latest(first.at, ...others.map((pass) => pass.at))
        return [
          {
            subject: domain,
            fact: at,
            at,
            title: `${domain} passed you on ${counted(passed.length, 'keyword')}`,
            evidence: passed.slice(0, max).map(({ keywordId, position, own, before, at: seenAt }) => ({
              what: `“${present.get(keywordId)?.keyword ?? ''}”`,
              figure: `you ${place(before.own)} → ${place(own)}, they ${place(before.position)} → ${place(position)}`,
              at: seenAt,
              url: null,
            })),
            page: 'comparison' as const,
            keywordIds: [],
            sandbox: passed.some(({ keywordId }) => present.get(keywordId)?.sandbox),
          },
        ]
      })
  },
})
