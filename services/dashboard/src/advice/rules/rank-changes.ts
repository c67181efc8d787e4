import type { NotableChangeRow } from '@rts/shared/contract/rows/advice'
import { cards } from '@rts/shared/texts/cards'
import { defineRule } from './model.ts'
import { isTop10, presentRanks } from './present-ranks.ts'
import { isWithinDays, latest, pathOf, rankEvidence } from './words.ts'

const leftDays = 7

export const leftTop10 = defineRule({
  name: 'left_top_10',
  statement: cards.leftTop10Rule({ days: leftDays }),
  reads: ['ranks', 'changes'],
  find({ ranks, changes }, now) {
    const present = presentRanks(ranks, now)
    const seen = new Set<string>()
    return changes.flatMap(({ keywordId, before, ...change }) => {
      if (isTop10(before.position) === isTop10(change.position) || seen.has(keywordId)) return []
      seen.add(keywordId)
      const rank = present.get(keywordId)
      if (!rank || isTop10(change.position) || isTop10(rank.position) || !isWithinDays(change.at, leftDays, now))
        return []
      const { keyword, position, checkedAt, url } = rank
      const evidence = [rankEvidence(cards.before, before), rankEvidence(cards.after, change)]
      if (checkedAt > change.at) evidence.push(rankEvidence(cards.now, { position, at: checkedAt, url }))
      return [
        {
          subject: keywordId,
          fact: change.at,
          title: cards.leftTop10({ phrase: keyword }),
          evidence,
          at: change.at,
          page: 'keywords' as const,
          keywordIds: [keywordId],
          sandbox: rank.sandbox === true,
        },
      ]
    })
  },
})

const passedDays = 7
const farthest = 20
const max = 10

export const rivalPassed = defineRule({
  name: 'rival_passed',
  statement: cards.rivalPassedRule({ days: passedDays, farthest }),
  reads: ['ranks', 'passes'],
  find({ ranks, passes }, now) {
    const present = presentRanks(ranks, now)
    const recent = passes.filter(
      ({ keywordId, position, at }) =>
        present.has(keywordId) && position <= farthest && isWithinDays(at, passedDays, now),
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
            title: cards.rivalPassed({ domain, count: passed.length }),
            evidence: passed.slice(0, max).map(({ keywordId, position, own, before, at: seenAt }) => ({
              what: cards.phrase({ phrase: present.get(keywordId)?.keyword ?? '' }),
              figure: cards.passed({ own: before.own, ownNow: own, theirs: before.position, theirsNow: position }),
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

const swapDays = 28
type Ranked = { at: string; position: number; url: string }
type Swap = readonly [first: Ranked, other: Ranked, again: Ranked]

/** Two pages take turns for a phrase: neither gets the strength of both. */
export const pageSwap = defineRule({
  name: 'page_swap',
  statement: cards.pageSwapRule({ days: swapDays }),
  reads: ['ranks', 'changes'],
  find({ ranks, changes }, now) {
    const present = presentRanks(ranks, now)
    return [...Map.groupBy(changes, ({ keywordId }) => keywordId)].flatMap(([keywordId, own]) => {
      const rank = present.get(keywordId)
      const swap = lastSwap(pagesInTurn(own.toReversed()))
      if (!rank || !swap) return []
      const [first, other, again] = swap
      return [
        {
          subject: keywordId,
          fact: again.at,
          at: again.at,
          title: cards.pageSwap({ first: pathOf(first.url), other: pathOf(other.url), phrase: rank.keyword }),
          evidence: [
            rankEvidence(cards.first, first),
            rankEvidence(cards.next, other),
            rankEvidence(cards.again, again),
          ],
          page: 'keywords' as const,
          keywordIds: [keywordId],
          sandbox: rank.sandbox === true,
        },
      ]
    })
  },
})

/** The pages that ranked, the oldest first, each once until another one ranked. Where none was found nothing took its place. */
function pagesInTurn(changes: readonly NotableChangeRow[]): Ranked[] {
  const [oldest] = changes
  const pages: Ranked[] = []
  for (const { at, position, url } of oldest ? [oldest.before, ...changes] : [])
    if (url !== null && url !== pages.at(-1)?.url) pages.push({ at, position, url })
  return pages
}

function lastSwap(pages: readonly Ranked[]): Swap | undefined {
  for (let i = pages.length - 1; i >= 2; i--) {
    const first = pages[i - 2]
    const other = pages[i - 1]
    const again = pages[i]
    if (first && other && again && first.url === again.url) return [first, other, again]
  }
  return undefined
}
