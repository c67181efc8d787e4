import type { Query } from './query.ts'
import { ranking } from './ranking.ts'
import { hash, pick, unit } from './seed.ts'
import { questionForms, relatedForms, snippetForms, titleForms } from './vocabulary.ts'

/** `shown`: the printed address, if different. */
export type OrganicResult = { url: string; shown?: string; host: string; title: string; snippet: string }
export type Ad = { url: string; host: string; title: string; description: string }
export type Place = { title: string; address: string; phone: string; rating: number; reviews: number; url: string }
export type Question = { question: string; answer: string; title: string; url: string }
export type Snippet = { text: string; title: string; url: string }
export type Overview = { text: string; citations: { title: string; url: string }[] }
export type Video = { title: string; url: string }
export type Knowledge = { title: string; type: string; description: string; url: string }

/** Formats render pages of it. Only `organic` is ranked. */
export type Results = {
  query: Query
  day: string
  organic: OrganicResult[]
  ads: Ad[]
  places: Place[]
  questions: Question[]
  knowledge: Knowledge | null
  snippet: Snippet | null
  overview: Overview | null
  videos: Video[]
  related: string[]
  estimatedTotal: number
  recorded: boolean
  /** Empty, without the provider's admission. */
  isWithheld?: boolean
  /** The corrected spelling, if any. */
  shownFor?: string
  /** Results per page, where they differ. */
  pages?: (number | 'again')[]
}

function titled(phrase: string): string {
  return phrase.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
}

function fill(form: string, phrase: string, host = '', day = ''): string {
  const site = titled(host.replace(/^www\./, '').split('.')[0] ?? host)
  return form
    .replace('{p}', () => phrase)
    .replace('{s}', () => site)
    .replace('{y}', day.slice(0, 4))
}

export function organicResult(url: string, phrase: string, day: string): OrganicResult {
  const host = new URL(url).hostname
  return {
    url,
    host,
    title: fill(pick(titleForms, phrase, url, 'title'), titled(phrase), host, day),
    snippet: fill(pick(snippetForms, phrase, url, 'snippet'), phrase),
  }
}

/** For given questions, or three or four of the phrase's own. */
export function questionsFor(phrase: string, asked?: string[]): Question[] {
  const own = [...questionForms]
    .sort((a, b) => hash(phrase, a) - hash(phrase, b))
    .slice(0, 3 + (hash(phrase, 'questions') % 2))
    .map((form) => fill(form, phrase))
  return (asked ?? own).map((question) => ({
    question,
    answer: fill(pick(snippetForms, question), phrase),
    title: question.replace(/\?$/, ''),
    url: `https://www.dailyguide.net/answers/${hash(question).toString(36)}`,
  }))
}

/** Some rank too: an adapter that counts ads gets positions wrong. */
function adsFor(phrase: string, organic: OrganicResult[]): Ad[] {
  const ranked = organic[Math.min(6, organic.length - 1)]?.host ?? 'www.adsupply.com'
  const hosts = [ranked, 'deals.primehouse.com', 'www.swiftdirect.com'].slice(0, hash(phrase, 'ads') % 4)
  return hosts.map((host) => ({
    url: `https://${host}/lp?kw=${encodeURIComponent(phrase)}`,
    host,
    title: `${titled(phrase)} On Sale - Save 20% Today`,
    description: `Compare ${phrase} offers. Fast delivery, free returns.`,
  }))
}

function placesFor(phrase: string, organic: OrganicResult[]): Place[] {
  if (unit(phrase, 'local') < 0.5) return []
  const ranked = organic.at(-1)?.host ?? 'old-town.example'
  const named = [
    ['Corner', 'corner-local.example'],
    ['Café Zürich', 'cafe-zuerich.example'],
    ['Old Town', ranked],
  ] as const
  return named.map(([name, host], index) => ({
    title: `${name} ${titled(phrase)}`,
    address: `${12 + index * 7} Market Street`,
    phone: `+1 555-01${20 + index}`,
    rating: 4 + index / 10,
    reviews: 40 + (hash(phrase, name) % 900),
    url: `https://${host}/`,
  }))
}

function knowledgeFor(phrase: string): Knowledge | null {
  if (unit(phrase, 'knowledge') < 0.6) return null
  const url = `https://en.wikipedia.org/wiki/${encodeURIComponent(titled(phrase).replace(/ /g, '_'))}`
  return { title: titled(phrase), type: 'Topic', description: `${titled(phrase)} is a topic with its own page.`, url }
}

export function snippetOf(phrase: string, url: string): Snippet {
  return { text: fill(pick(snippetForms, phrase, 'featured'), phrase), title: titled(phrase), url }
}

export function overviewOf(phrase: string, urls: readonly string[]): Overview {
  const text = fill(pick(snippetForms, phrase, 'overview'), phrase)
  return { text, citations: urls.map((url) => ({ title: `${titled(phrase)} - ${new URL(url).hostname}`, url })) }
}

function snippetFor(phrase: string, organic: OrganicResult[]): Snippet | null {
  const source = organic[hash(phrase, 'snippet') % 3]
  return source === undefined || unit(phrase, 'featured') < 0.7 ? null : snippetOf(phrase, source.url)
}

/** Cites some first results and a page that does not rank. */
function overviewFor(phrase: string, organic: OrganicResult[]): Overview | null {
  if (unit(phrase, 'overview') < 0.5) return null
  const ranked = organic.slice(0, 8).filter(({ url }) => unit(phrase, url, 'cited') < 0.5)
  const other = `https://www.encyclopedia-of-things.com/${encodeURIComponent(phrase.replaceAll(' ', '-'))}`
  return overviewOf(phrase, [...ranked.map(({ url }) => url), other])
}

function videosFor(phrase: string): Video[] {
  if (unit(phrase, 'video') < 0.6) return []
  return [1, 2, 3].map((n) => ({
    title: `${titled(phrase)}, part ${n}`,
    url: `https://www.youtube.com/watch?v=${hash(phrase, n).toString(36)}`,
  }))
}

export function resultsWith(query: Query, day: string, organic: OrganicResult[]): Results {
  const { phrase } = query
  return {
    query,
    day,
    organic,
    ads: adsFor(phrase, organic),
    places: placesFor(phrase, organic),
    questions: questionsFor(phrase),
    knowledge: knowledgeFor(phrase),
    snippet: snippetFor(phrase, organic),
    overview: overviewFor(phrase, organic),
    videos: videosFor(phrase),
    related: relatedForms.map((form) => fill(form, phrase)),
    estimatedTotal: 10_000 + (hash(phrase, 'total') % 900_000_000),
    recorded: false,
  }
}

/** On a day (`YYYY-MM-DD`); the same for the same arguments. */
export function resultsFor(query: Query, day: string): Results {
  return resultsWith(
    query,
    day,
    ranking(query, day).map((url) => organicResult(url, query.phrase, day)),
  )
}
