import { createHash } from 'node:crypto'
import type { TrackedKeyword } from '@rts/shared/phrases/own-pages'
import { capitalised, wordsOf } from '@rts/shared/phrases/words'
import {
  type Figures,
  type Finding,
  type Idea,
  type IdeaKind,
  type IdeaSource,
  ideaKinds,
  type Known,
} from './model.ts'
import { formOf, holds } from './phrase.ts'
import { scoreOf } from './score.ts'
import { questions, searched, sections } from './sources/phrases.ts'
import { fallen, gap, strikingDistance, unserved } from './sources/ranks.ts'

const sources: readonly IdeaSource[] = [fallen, strikingDistance, searched, gap, questions, unserved, sections]
const maxEvidence = 10
const maxQuestions = 10
const maxKeywords = 20
/** Findings between two pauses. */
const step = 500
const unknown: Figures = { volume: null, difficulty: null, intent: null }

/** A ranked idea. Only shown ones get a text: a large site has tens of thousands. */
export type RankedIdea = {
  id: string
  score: number
  first: Finding
  findings: readonly Finding[]
  keyword: TrackedKeyword | null
}

/** Ideas, best first, in steps. Phrases of one language and form merge; ties break by id, so equal input gives equal order. */
export function* ideasOf(known: Known): Generator<void, RankedIdea[]> {
  const found = new Map<string, Finding[]>()
  let count = 0
  for (const source of sources) {
    for (const finding of source(known)) {
      const key = `${finding.language} ${formOf(finding.phrase, finding.language)}`
      const others = found.get(key)
      if (others) others.push(finding)
      else found.set(key, [finding])
      if (++count % step === 0) yield
    }
  }
  const all: Unscored[] = []
  for (const [key, findings] of found) {
    all.push(unscored(known, key, findings))
    if (all.length % step === 0) yield
  }
  const figures = all.map(({ keyword }) => figuresOf(known, keyword))
  const ideas = all.map(({ win, ...idea }, i) => {
    return { ...idea, score: scoreOf({ win, reasons: idea.findings.length, ...(figures[i] ?? unknown) }) }
  })
  return ideas.sort(inOrder)
}

export function inOrder(a: Pick<Idea, 'score' | 'id'>, b: Pick<Idea, 'score' | 'id'>): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Ideas with all words of a seed, or seen on results pages of keywords that have them. */
export function ideasAbout(ideas: readonly RankedIdea[], seed: string): RankedIdea[] {
  const words = [...wordsOf(seed)]
  return ideas.filter(({ first, findings }) =>
    [first.phrase, ...keywordsOf(findings).map(({ phrase }) => phrase)].some((each) => holds(each, words)),
  )
}

type Narrow = { kind?: IdeaKind | undefined; minVolume?: number | undefined; maxDifficulty?: number | undefined }

export function isLike(known: Known, { first, keyword }: RankedIdea, asked: Narrow): boolean {
  const { kind, minVolume, maxDifficulty } = asked
  if (kind !== undefined && first.kind !== kind) return false
  if (minVolume === undefined && maxDifficulty === undefined) return true
  const { volume, difficulty } = figuresOf(known, keyword)
  if (minVolume !== undefined && (volume === null || volume < minVolume)) return false
  return maxDifficulty === undefined || (difficulty !== null && difficulty <= maxDifficulty)
}

export function ideaOf(known: Known, { id, score, first, findings, keyword }: RankedIdea): Idea {
  const { kind, phrase, country, language, source, sandbox } = first
  const existingUrl = findings.map((each) => each.existingUrl).find((url) => url !== null) ?? null
  const keywords = keywordsOf(findings)
  const asked = findings.filter((each) => each.kind === 'question').map((each) => each.phrase)
  const questions = [...asked, ...keywords.flatMap((each) => known.pages.get(each.id)?.questions ?? [])]
  return {
    id,
    score,
    kind,
    phrase,
    country,
    language,
    source,
    sandbox,
    existingUrl,
    ...figuresOf(known, keyword),
    title: titleOf(first, existingUrl, known.crawl),
    position: keyword?.position ?? null,
    evidence: findings.slice(0, maxEvidence).map(({ evidence }) => evidence),
    keywords: [...new Set(keywords.map((each) => each.phrase))].slice(0, maxKeywords),
    questions: [...new Set(questions)].slice(0, maxQuestions),
  }
}

type Unscored = Omit<RankedIdea, 'score'> & { win: number }

function unscored({ site }: Known, key: string, findings: readonly Finding[]): Unscored {
  const first = firstOf(findings, site)
  return {
    id: createHash('sha256').update(`1\n${site.id}\n${key}`).digest('base64url').slice(0, 22),
    first,
    findings,
    keyword: first.keyword ?? findings.find((each) => each.keyword)?.keyword ?? null,
    win: findings.reduce((max, { win }) => Math.max(max, win), 0),
  }
}

function figuresOf(known: Known, keyword: TrackedKeyword | null): Figures {
  return (keyword && known.figuresOf(keyword)) ?? unknown
}

function keywordsOf(findings: readonly Finding[]): TrackedKeyword[] {
  return [...new Set(findings.flatMap((each) => each.keyword ?? each.seenWith ?? []))]
}

/** By kind, then the site's own country, then the earliest. */
function firstOf(findings: readonly Finding[], { country }: Known['site']): Finding {
  const rank = (each: Finding) => ideaKinds.indexOf(each.kind) * 2 + (each.country === country ? 0 : 1)
  return findings.reduce((first, each) => (rank(each) < rank(first) ? each : first))
}

/** The title of the page to improve, else the phrase. */
function titleOf({ kind, phrase, language }: Finding, existingUrl: string | null, crawl: Known['crawl']): string {
  const isThere = kind === 'refresh' || kind === 'striking_distance'
  const title = isThere && existingUrl !== null ? crawl?.pages.at(existingUrl)?.title.trim() : undefined
  return title || capitalised(phrase, language)
}
