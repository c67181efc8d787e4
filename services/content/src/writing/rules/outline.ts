import { capitalised } from '@rts/shared/phrases/words'
import { clipped, countWords, plainLine } from './text.ts'
import type { Facts } from './topic.ts'

export type Section = { heading: string; level: number; points: string[] }
export type PlanText = { title: string; outline: Section[]; keywords: string[]; questions: string[] }
export type ArticleText = { title: string; metaDescription: string; markdown: string }

export const offlineGenerator = 'offline-outline'
export const longestTitle = 60
export const longestMeta = 155

const max = { headings: 4, questions: 8, links: 8, keywords: 12 }
/** Starts every line that a person must replace. */
const blank = 'Fill in:'

/** A plan from searches and questions, with blanks to fill in. It states only site data; equal facts give an equal plan. */
export function offlinePlan(facts: Facts): PlanText {
  const { keyword, language } = facts
  const titleOf = (phrase: string) => capitalised(plainLine(phrase, longestTitle), language)
  const questions = facts.questions.slice(0, max.questions)
  const related = facts.keywords.slice(0, max.headings).map(({ phrase }) => plainLine(phrase, 120))
  const outline: Section[] = [
    section(titleOf(keyword), 2, `who searches for “${keyword}”, and what this page gives them`),
    ...related.map((phrase) => section(titleOf(phrase), 2, `what you know of “${phrase}” from your own work`)),
    ...(questions.length > 0 ? [section('Questions people ask', 2)] : []),
    ...questions.map((question) => section(question, 3, 'the answer in one sentence, then what shows it')),
  ]
  return { title: titleOf(keyword), outline, keywords: [keyword, ...related], questions }
}

export function offlineArticle(facts: Facts, plan: PlanText = offlinePlan(facts)): ArticleText {
  const { keyword } = facts
  const sections = plan.outline.map(({ heading, level, points }) =>
    [`${'#'.repeat(level)} ${heading}`, ...points.map((point) => `- **${point}**`)].join('\n\n'),
  )
  const markdown = [
    '> This is an outline without an article: every line that begins with “Fill in” is for you to replace.',
    ...sections,
    ...pagesToLink(facts),
    ...trackedPhrases(facts),
    checklist(keyword, plan.questions.length),
  ].join('\n\n')
  return { title: plan.title, metaDescription: metaOf(keyword), markdown }
}

export function measured({ title, metaDescription, markdown }: ArticleText): ArticleText & { wordCount: number } {
  return {
    title: plainLine(title, longestTitle),
    metaDescription: plainLine(metaDescription, longestMeta),
    markdown,
    wordCount: countWords(markdown),
  }
}

function section(heading: string, level: number, ...wanted: string[]): Section {
  return { heading, level, points: wanted.map((what) => `${blank} ${what}`) }
}

function metaOf(keyword: string): string {
  return clipped(`${blank} what a reader who searches for “${keyword}” finds on this page`, longestMeta)
}

function pagesToLink({ pages }: Facts): string[] {
  const links = pages.slice(0, max.links).map(({ url, title }) => `- [${title || 'A page without a title'}](${url})`)
  return links.length === 0 ? [] : ['## Your pages to link to', links.join('\n')]
}

function trackedPhrases({ keywords }: Facts): string[] {
  const rows = keywords
    .slice(0, max.keywords)
    .map(
      ({ phrase, position }) =>
        `- ${plainLine(phrase, 120)}: ${position === null ? 'no position' : `position ${position}`}`,
    )
  return rows.length === 0 ? [] : ['## Your tracked phrases about it', rows.join('\n')]
}

function checklist(keyword: string, questions: number): string {
  const items = [
    `the title has at most ${longestTitle} characters and names “${keyword}”`,
    `the meta description has at most ${longestMeta} characters`,
    `the first paragraph answers a search for “${keyword}”`,
    ...(questions > 0 ? ['each question has its answer in the first sentence below it'] : []),
    'every number and claim has its source',
    'pictures have a text that says what they show',
    'no line begins with “Fill in” any more',
  ]
  return ['## Checklist', items.map((item) => `- [ ] ${item}`).join('\n')].join('\n\n')
}
