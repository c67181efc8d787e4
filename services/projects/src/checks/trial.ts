import type { Judge } from '@rts/outside/capability'
import type { CallCounter } from '@rts/outside/http'
import { type CompactPage, compactPage, cutPage, isHidden } from '../history/history.ts'
import type { ClaimedPage, Doubt, DoubtedPage, PageMark } from '../queue/queue.ts'
import type { SerpPage, SerpResults } from './providers/serp.ts'
import { doubtOf, isConfirmed, isLost, isUnread, markOf, maxLooks, noDoubt, usualOverlap } from './rules/belief.ts'

const maxAsked = 3
/** Those of the last two looks at least. */
const maxKept = 2 * maxAsked

/** The state after a look without a believed page; `usual` null: as it was. */
export type Look = { doubt: Doubt; usual: number | null }

/** One look at a page: judges what providers answer, and remembers what it did not believe. */
export type Trial = Judge<SerpResults> & {
  /** A provider withheld its results, and is not asked again in this look. */
  pass(provider: string): void
  /** A believed page whose owners are hidden for some of its keywords, for the others. */
  partly(): SerpPage | null
  look(): Look
}

/** Begins a look at a claimed page: an answer is compared with the last believed one and with those that were doubted before. */
export function beginTrial(
  { earlier, doubt, owners }: Pick<ClaimedPage, 'earlier' | 'doubt' | 'owners'>,
  calls: CallCounter,
): Trial {
  const before = doubt ?? noDoubt
  const isFirst = before.looks % maxLooks === 0
  const doubted: DoubtedPage[] = []
  const asked = new Set<string>()
  let partly: SerpPage | null = null
  let usual: number | null = null

  function isBelieved(mark: PageMark, isLoss: boolean, source: string, { fetchedAt }: SerpPage): boolean {
    const why = doubtOf(mark, earlier, isLoss)
    if (why === null) return true
    if (why === 'other' && isFirst) usual ??= usualOverlap(mark, earlier)
    const page = { ...mark, source, at: fetchedAt.toISOString() }
    if (isConfirmed(page, [...before.pages, ...doubted], { why, usual: earlier?.usual ?? null })) return true
    doubted.push(page)
    calls.count(source, 'suspect')
    return false
  }

  function isReadable(page: CompactPage & { depth: number }): boolean {
    return !owners.some((owner) => isUnread(page, owner) || isHidden(cutPage(page, owner.depth), owner.domain))
  }

  return {
    accepts(answer, provider) {
      asked.add(provider)
      const { organic, depth } = answer.value
      const page = { ...compactPage(organic), depth }
      if (
        !isBelieved(
          markOf(page, depth),
          owners.some((owner) => isLost(page, owner)),
          provider,
          answer,
        )
      )
        return false
      if (isReadable(page)) return true
      partly ??= answer
      return false
    },
    skips: (provider) => asked.has(provider) || asked.size >= maxAsked,
    pass(provider) {
      asked.add(provider)
      calls.count(provider, 'suspect')
    },
    partly: () => partly,
    look: () => ({
      doubt: { looks: before.looks + 1, pages: [...before.pages, ...doubted].slice(-maxKept) },
      usual,
    }),
  }
}
