import type { TurnRow } from '@rts/shared/contract/rows/advice'
import { defineRule } from './model.ts'
import { presentRanks } from './present-ranks.ts'
import { pathOf, rankEvidence } from './words.ts'

const days = 28
type Ranked = { at: string; position: number; url: string }
type Swap = readonly [first: Ranked, other: Ranked, again: Ranked]

/** Two pages take turns for a phrase: neither gets the strength of both. */
export const pageSwap = defineRule({
  name: 'page_swap',
  statement: `Two of your pages swap places for one phrase: within ${days} days one ranked, then the other, then the first again.`,
  reads: ['ranks', 'turns'],
  find({ ranks, turns }, now) {
    const present = presentRanks(ranks, now)
    return [...Map.groupBy(turns, ({ keywordId }) => keywordId)].flatMap(([keywordId, own]) => {
      const rank = present.get(keywordId)
      const swap = lastSwap(pagesInTurn(own.toReversed()))
      if (!rank || !swap) return []
      const [first, other, again] = swap
      return [
        {
          subject: keywordId,
          fact: again.at,
          at: again.at,
          title: `${pathOf(first.url)} and ${pathOf(other.url)} swap places for “${rank.keyword}”`,
          evidence: [rankEvidence('First', first), rankEvidence('Then', other), rankEvidence('Again', again)],
          page: 'keywords' as const,
          keywordIds: [keywordId],
          sandbox: rank.sandbox === true,
        },
      ]
    })
  },
})

/** The pages that ranked, the oldest first, each once until another one ranked. Where none was found nothing took its place. */
function pagesInTurn(turns: readonly TurnRow[]): Ranked[] {
  const [oldest] = turns
  const pages: Ranked[] = []
  for (const { at, position, url } of oldest ? [oldest.before, ...turns] : [])
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
