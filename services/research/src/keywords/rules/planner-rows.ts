import { hostOfUrl, registrableDomain } from '@rts/shared/hosts'
import { intentOf } from '@rts/shared/phrases/intent'
import { opportunityOf } from '@rts/shared/phrases/opportunity'
import {
  byPhrase,
  type Comparison,
  ownPages,
  type Place,
  type SeenPage,
  type TrackedKeyword,
} from '@rts/shared/phrases/own-pages'
import { wordsOf } from '@rts/shared/phrases/words'
import { clustersOf } from './clusters.ts'
import { type Figures, type KeyedRow, noFigures } from './figures.ts'

export type PlannerRow = {
  cluster: string | null
  tracked: boolean
  keywordId: string | null
  position: number | null
  opportunity: number | null
  updatedAt: string
} & KeyedRow

export type PlannerSources = {
  comparison: Comparison
  place: Place
  /** Authority, 0 to 100, by registrable domain; unknown ones are absent. */
  authorities: ReadonlyMap<string, number>
  pages: ReadonlyMap<string, SeenPage>
  /** Figures of tracked phrases, by identity. */
  figures: ReadonlyMap<string, Figures & { source: string; sandbox: boolean }>
  ideas: { rows: readonly KeyedRow[]; updatedAt: string } | null
  /** The seed's identity; null: the whole site. */
  seed: string | null
  identityOf(phrase: string): string
  names: readonly string[]
}
type Draft = Omit<PlannerRow, 'cluster' | 'opportunity'>

/** Ideas, tracked phrases and questions, most worthwhile first. A seed keeps own phrases with all its words. */
export function plannerRows(sources: PlannerSources): PlannerRow[] {
  const { comparison, place, pages, ideas, names } = sources
  const tracked = byPhrase(comparison.keywords, place)
  const drafts = new Map<string, Draft>()
  for (const row of ideas?.rows ?? []) drafts.set(row.key, draftOf(row, tracked.get(row.key), ideas?.updatedAt ?? ''))
  for (const draft of ownDrafts(sources, tracked)) if (!drafts.has(draft.key)) drafts.set(draft.key, draft)
  const all = [...drafts.values()]
  const heads = clustersOf(
    all.map(({ phrase, volume, keywordId }) => ({ phrase, volume, urls: pages.get(keywordId ?? '')?.urls ?? [] })),
  )
  return all
    .map((draft) => ({
      ...draft,
      intent: draft.intent ?? intentOf(draft.phrase, place.language, names),
      cluster: heads.get(draft.phrase) ?? null,
      opportunity: opportunityOf(draft, draft.position),
    }))
    .sort((a, b) => rank(b) - rank(a) || (a.phrase < b.phrase ? -1 : 1))
}

/** By opportunity, then volume; at unknown volume, tracked first. */
function rank({ opportunity, volume, tracked }: PlannerRow): number {
  return opportunity === null ? (tracked ? -1 : -2) : opportunity + (volume ?? 0) / 1e9
}

function draftOf(row: KeyedRow, keyword: TrackedKeyword | undefined, updatedAt: string): Draft {
  const own = { tracked: keyword !== undefined, keywordId: keyword?.id ?? null, position: keyword?.position ?? null }
  return { ...row, ...own, updatedAt }
}

function ownDrafts(sources: PlannerSources, tracked: ReadonlyMap<string, TrackedKeyword>): Draft[] {
  const { pages, figures, seed, identityOf, authorities } = sources
  const drafts: Draft[] = []
  const isAsked = phrasesAbout(seed)
  for (const [key, keyword] of tracked) {
    const page = pages.get(keyword.id)
    const updatedAt = keyword.checkedAt ?? page?.fetchedAt ?? null
    if (updatedAt === null) continue
    const seen = { source: ownPages, sandbox: keyword.sandbox }
    const known = figures.get(key) ?? { ...noFigures, ...seen }
    const own = known.difficulty === null ? difficultyOf(authoritiesOf(page, authorities)) : null
    const difficulty = own === null ? {} : { difficulty: own, difficultySource: ownPages }
    if (isAsked(keyword.phrase))
      drafts.push(draftOf({ key, phrase: keyword.phrase, ...known, ...difficulty }, keyword, updatedAt))
    for (const question of page?.questions ?? []) {
      const other = identityOf(question)
      if (!isAsked(question) || tracked.has(other)) continue
      drafts.push(draftOf({ key: other, phrase: question, ...noFigures, ...seen }, undefined, updatedAt))
    }
  }
  return drafts
}

export function domainsOn(pages: Iterable<SeenPage>): string[] {
  return [...new Set([...pages].flatMap(({ urls }) => urls.map(domainOf)))]
}

function authoritiesOf(page: SeenPage | undefined, authorities: ReadonlyMap<string, number>): (number | null)[] {
  return (page?.urls ?? []).map((url) => authorities.get(domainOf(url)) ?? null)
}

function domainOf(url: string): string {
  return registrableDomain(hostOfUrl(url) ?? '')
}

function phrasesAbout(seed: string | null): (phrase: string) => boolean {
  if (seed === null) return () => true
  const wanted = [...wordsOf(seed)]
  return (phrase) => {
    const words = wordsOf(phrase)
    return wanted.every((word) => words.has(word))
  }
}

const places = 10
const fewestKnown = 5

/** Mean authority of ranked hosts, 0 to 100, weighted 1/log2(i + 1) as in DCG; null below five known. Our measure. */
export function difficultyOf(authorities: readonly (number | null)[]): number | null {
  const top = authorities.slice(0, places)
  const known = top.flatMap((authority, i) => (authority === null ? [] : { authority, weight: 1 / Math.log2(i + 2) }))
  if (known.length < fewestKnown) return null
  const total = known.reduce((sum, { weight }) => sum + weight, 0)
  return Math.round(known.reduce((sum, { authority, weight }) => sum + weight * authority, 0) / total)
}
