import type { Judge } from '@rts/outside/capability'
import type { CallCounter } from '@rts/outside/http'
import type { ClaimedPage } from './due-pages.sql.ts'
import type { SerpPage, SerpResults } from './providers/serp.ts'
import {
  type Doubt,
  type DoubtedPage,
  doubtOf,
  isConfirmed,
  isHidden,
  markOf,
  mostLooks,
  noDoubt,
  type PageMark,
  usualOverlap,
} from './rules/belief.ts'
import { type CompactPage, compactPage, cutPage } from './rules/positions.ts'

/** The state after a look without a believed page; `usual` null: as it was. */
export type Look = { doubt: Doubt; usual: number | null }

/** One look at a page: judges what providers answer, and remembers what it did not believe. */
export type Trial = Judge<SerpResults> & {
  /** A provider withheld its results, and is not asked again in this look. */
  pass(source: string): void
  /** A believed page whose owners are hidden for some of its readers, for the others. */
  partly(): SerpPage | null
  look(): Look
}

/** Begins a look at a claimed page: an answer is compared with the last believed one and with those that were doubted before. */
export function beginTrial(
  { earlier, doubt, owners }: Pick<ClaimedPage, 'earlier' | 'doubt' | 'owners'>,
  calls: CallCounter,
): Trial {
  const before = doubt ?? noDoubt
  const isFirst = before.looks % mostLooks === 0
  const doubted: DoubtedPage[] = []
  const asked = new Set<string>()
  let partly: SerpPage | null = null
  let usual: number | null = null

  function isBelieved({ source, fetchedAt }: SerpPage, mark: PageMark): boolean {
    const reason = doubtOf(mark, earlier)
    if (reason === null) return true
    if (reason === 'other' && isFirst) usual ??= usualOverlap(mark, earlier)
    const page = { ...mark, source, at: fetchedAt.toISOString() }
    if (isConfirmed(page, [...before.pages, ...doubted])) return true
    doubted.push(page)
    calls.count(source, 'suspect')
    return false
  }

  function isReadable(page: CompactPage & { depth: number }): boolean {
    if (!page.hosts.includes('')) return true
    return !owners.some((owner) => isHidden(cutPage(page, owner.depth), owner.domain))
  }

  return {
    accepts(answer) {
      asked.add(answer.source)
      const { organic, depth } = answer.value
      const page = { ...compactPage(organic), depth }
      if (!isBelieved(answer, markOf(page, depth))) return false
      if (isReadable(page)) return true
      partly ??= answer
      return false
    },
    skips: (source) => asked.has(source) || asked.size >= mostLooks,
    pass(source) {
      asked.add(source)
      calls.count(source, 'suspect')
    },
    partly: () => partly,
    look: () => ({
      doubt: { looks: (before.looks % mostLooks) + 1, pages: [...before.pages, ...doubted].slice(-mostLooks) },
      usual,
    }),
  }
}
