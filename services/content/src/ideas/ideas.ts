import { createHash } from 'node:crypto'
import { largestVolume } from '@rts/shared/phrases/opportunity'
import { wordsOf } from '@rts/shared/phrases/words'
import { type Figures, type Finding, type Idea, type IdeaSource, ideaKinds, type Known } from './model.ts'
import { formOf, holds } from './phrase.ts'
import { scoreOf } from './score.ts'
import { gap } from './sources/gap.ts'
import { questions } from './sources/questions.ts'
import { fallen, strikingDistance } from './sources/ranks.ts'
import { sections } from './sources/sections.ts'
import { unserved } from './sources/unserved.ts'

/** Whatever knows of something to write about is one more of these. */
const sources: readonly IdeaSource[] = [fallen, strikingDistance, gap, questions, unserved, sections]
const mostEvidence = 10
const mostQuestions = 10
const unknown: Figures = { volume: null, difficulty: null, intent: null }

type Draft = Omit<Idea, 'score'> & { win: number; reasons: number }

/**
 * What a site could write about, what is most worth it first. Phrases of one language with the same words are one idea, which all
 * their findings speak for. Ties are broken by the ids, which are hashes: the same knowledge gives the same list.
 */
export function ideasOf(known: Known): Idea[] {
  const found = new Map<string, Finding[]>()
  for (const source of sources) {
    for (const finding of source(known)) {
      const key = `${finding.language} ${formOf(finding.phrase, finding.language)}`
      const others = found.get(key)
      if (others) others.push(finding)
      else found.set(key, [finding])
    }
  }
  const drafts = [...found].map(([key, findings]) => draftOf(known, key, findings))
  const largest = largestVolume(drafts.map(({ volume }) => volume))
  const ideas = drafts.map(({ win, reasons, ...idea }) => ({
    ...idea,
    score: scoreOf({ ...idea, win, reasons }, largest),
  }))
  return ideas.sort(inOrder)
}

/** The order of ideas in a list. */
export function inOrder(a: Pick<Idea, 'score' | 'id'>, b: Pick<Idea, 'score' | 'id'>): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The ideas about a seed: those that hold all of its words, and those from the results pages of keywords that do. */
export function ideasAbout(ideas: readonly Idea[], seed: string): Idea[] {
  const words = [...wordsOf(seed)]
  return ideas.filter(({ phrase, keywords }) => [phrase, ...keywords].some((each) => holds(each, words)))
}

function draftOf(known: Known, key: string, findings: readonly Finding[]): Draft {
  const { site, pages, crawl, figuresOf } = known
  const first = firstOf(findings, site)
  const { kind, phrase, country, language, source, sandbox } = first
  const own = first.keyword ?? findings.find((each) => each.keyword)?.keyword ?? null
  const figures = (own && figuresOf(own)) ?? unknown
  const existingUrl = findings.map((each) => each.existingUrl).find((url) => url !== null) ?? null
  const keywords = [...new Set(findings.flatMap((each) => each.keyword ?? each.seenWith ?? []))]
  const asked = findings.filter((each) => each.kind === 'question').map((each) => each.phrase)
  return {
    id: createHash('sha256').update(`1\n${site.id}\n${key}`).digest('base64url').slice(0, 22),
    title: titleOf(first, existingUrl, crawl),
    ...{ kind, phrase, country, language, source, sandbox, existingUrl },
    ...figures,
    position: own?.position ?? null,
    evidence: findings.slice(0, mostEvidence).map(({ evidence }) => evidence),
    keywords: [...new Set(keywords.map((keyword) => keyword.phrase))],
    questions: [...new Set([...asked, ...keywords.flatMap(({ id }) => pages.get(id)?.questions ?? [])])].slice(
      0,
      mostQuestions,
    ),
    win: Math.max(...findings.map(({ win }) => win)),
    reasons: findings.length,
  }
}

/** The finding that names an idea: by kind, then one from where the site is, then the one found first. */
function firstOf(findings: readonly Finding[], { country }: Known['site']): Finding {
  const rank = (each: Finding) => ideaKinds.indexOf(each.kind) * 2 + (each.country === country ? 0 : 1)
  return findings.reduce((first, each) => (rank(each) < rank(first) ? each : first))
}

/** The title of the page that is to be made better, as it is, or the phrase that a new text is to answer. */
function titleOf({ kind, phrase }: Finding, existingUrl: string | null, crawl: Known['crawl']): string {
  const isThere = kind === 'refresh' || kind === 'striking_distance'
  const title = isThere && existingUrl !== null ? crawl?.pages.at(existingUrl)?.title.trim() : undefined
  return title || capitalised(phrase)
}

function capitalised(phrase: string): string {
  const [first = ''] = phrase
  return first.toUpperCase() + phrase.slice(first.length)
}
