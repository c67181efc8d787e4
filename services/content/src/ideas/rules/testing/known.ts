import type { EarlierRank, TrackedKeyword } from '@rts/shared/phrases/own-pages'
import { ideaOf, ideasAbout, ideasOf } from '../ideas.ts'
import type { Figures, Idea, Known } from '../model.ts'
import { type SitePage, sitePages } from '../site-pages.ts'

const checkedOn = '2026-11-20'
const crawledOn = '2026-11-18'
const at = (day: string) => `${day}T06:00:00.000Z`

export type Tracked = {
  /** 0: not found; null: not checked. */
  position: number | null
  url?: string
  country?: string
  language?: string
  questions?: string[]
  earlier?: (number | null)[]
  rivals?: number[]
  figures?: Figures
}

/** own.com with two rivals; without `pages` it has no crawl. */
export function knownOf(
  tracked: Record<string, Tracked>,
  pages: SitePage[] | null = null,
  searched: Known['searched'] = null,
): Known {
  const every = Object.entries(tracked)
  const keywords = every.map(([phrase, { position, url, country = 'us', language = 'en' }], row): TrackedKeyword => {
    const found = position ? (url ?? `https://own.com/${row}`) : null
    const checkedAt = position === null ? null : at(checkedOn)
    return {
      id: `k${row}`,
      key: phrase,
      phrase,
      country,
      language,
      device: 'desktop',
      location: null,
      position,
      url: found,
      checkedAt,
      sandbox: false,
      row: 0,
    }
  })
  const earlier = ['2026-10-21', '2026-08-22'].map((day, i) => {
    const ranks = every.flatMap(([, one], row): [string, EarlierRank][] => {
      const position = one.earlier?.[i] ?? null
      return position === null ? [] : [[`k${row}`, { position, url: 'https://own.com/then', checkedAt: at(day) }]]
    })
    return new Map(ranks)
  })
  return {
    site: { id: 'site', country: 'us', language: 'en' },
    keywords,
    earlier,
    rivalsOf: ({ phrase }) =>
      ['rival-a.com', 'rival-b.com'].map((domain, i) => ({ domain, position: tracked[phrase]?.rivals?.[i] ?? 0 })),
    pages: new Map(
      every.map(([, { questions = [], position }], row) => [
        `k${row}`,
        { urls: [], questions, fetchedAt: position === null ? null : at(checkedOn) },
      ]),
    ),
    crawl: pages && { pages: sitePages(pages), at: at(crawledOn), sandbox: false },
    searched,
    figuresOf: ({ phrase }) => tracked[phrase]?.figures,
  }
}

export function pageOf(path: string, title: string, h1 = title, headings: string[] = []): SitePage {
  return { url: `https://own.com/${path}`, title, h1, headings }
}

export function ideasWithEvidence(known: Known, seed?: string) {
  const steps = ideasOf(known)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const ideas = seed === undefined ? step.value : ideasAbout(step.value, seed)
  return ideas.map((idea) => inEnglish(ideaOf(known, idea)))
}

function inEnglish(idea: Idea) {
  return { ...idea, evidence: idea.evidence.map(({ text }) => text) }
}
