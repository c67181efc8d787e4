import { wordsOf } from '@rts/shared/phrases/words'
import { plainLine } from './text.ts'
import type { Facts, SiteKnowledge, Topic } from './topic.ts'

const max = { keywords: 30, pages: 40, questions: 20, competitors: 10 }
const lineLength = 200
/** Shorter words say little about a topic. */
const shortest = 3

/** Chooses facts by shared words; input order is irrelevant. */
export function factsOf(topic: Topic, site: SiteKnowledge): Facts {
  const nearness = nearnessTo(topic.keyword)
  const keywords = site.keywords.filter(({ phrase }) => phrase !== topic.keyword)
  return {
    ...topic,
    name: plainLine(site.name, lineLength),
    domain: site.domain,
    keywords: nearest(keywords, ({ phrase }) => nearness(phrase), 'phrase', max.keywords, positionOrLast),
    pages: nearest(
      site.pages.map(shortPage),
      ({ title, heading }) => nearness(`${title} ${heading}`),
      'url',
      max.pages,
    ),
    questions: nearest(unique(site.questions), ({ text }) => nearness(text), 'text', max.questions).map(
      ({ text }) => text,
    ),
    competitors: [...new Set(site.competitors)].sort().slice(0, max.competitors),
  }
}

type Named<K extends string> = Readonly<Record<K, string>>

/** Drops distant items; `tie`, then the name, orders equals. */
function nearest<K extends string, T extends Named<K>>(
  rows: readonly T[],
  near: (row: T) => number,
  name: K,
  count: number,
  tie: (row: T) => number = () => 0,
): T[] {
  return rows
    .map((row) => ({ row, near: near(row), tie: tie(row) }))
    .filter((each) => each.near > 0)
    .sort((a, b) => b.near - a.near || a.tie - b.tie || (a.row[name] < b.row[name] ? -1 : 1))
    .slice(0, count)
    .map(({ row }) => row)
}

/** Shared words; plus one for the whole topic, for scripts without spaces. */
function nearnessTo(topic: string): (text: string) => number {
  const wanted = [...wordsOf(topic)].filter((word) => word.length >= shortest || /\P{ASCII}/u.test(word))
  const whole = topic.toLowerCase()
  return (text) => {
    const found = wordsOf(text)
    const shared = wanted.filter((word) => found.has(word)).length
    return shared + (text.toLowerCase().includes(whole) ? 1 : 0)
  }
}

function positionOrLast({ position }: { position: number | null }): number {
  return position ?? Number.MAX_SAFE_INTEGER
}

function shortPage({ url, title, heading }: SiteKnowledge['pages'][number]) {
  return { url, title: plainLine(title, lineLength), heading: plainLine(heading, lineLength) }
}

function unique(questions: readonly string[]): { text: string }[] {
  return [...new Set(questions.map((question) => plainLine(question, lineLength)))].map((text) => ({ text }))
}
