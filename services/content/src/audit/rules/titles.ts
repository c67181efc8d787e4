import type { Page } from '../../page/page.ts'
import { length, type PageRule, type Rules, type SiteRule } from './rule.ts'
import { duplicates } from './shared-texts.ts'

const descriptionsOf = ({ metas }: Page) => metas.get('description') ?? []

/** Results are cut by width: a full-width character (Chinese) counts twice. */
const shortest = { title: 30, description: 70 }
const longest = { title: 60, description: 160 }

function lengthOf(text: string): string {
  const count = length(text)
  const width = widthOf(text)
  return count === width ? `${count} characters: ${text}` : `${count} characters, as wide as ${width}: ${text}`
}

export const titleRules: Rules<PageRule> = {
  TITLE_MISSING: {
    severity: 'error',
    weight: 15,
    title: 'Page without a title',
    description: 'The title is the headline of a search result. Without one, search engines make one up.',
    howToFix: 'Add a <title> to the <head> that names what this page alone is about.',
    check: ({ titles }) => titles.every((title) => title === ''),
  },
  TITLE_SHORT: {
    severity: 'warning',
    weight: 3,
    title: 'Title is very short',
    description: 'A title of a word or two says little to people who compare search results.',
    howToFix:
      'Write 30 to 60 characters, or 15 to 30 Chinese, Japanese or Korean ones: first the topic, then why to visit.',
    check: ({ titles: [title = ''] }) => title !== '' && widthOf(title) < shortest.title && lengthOf(title),
  },
  TITLE_LONG: {
    severity: 'warning',
    weight: 3,
    title: 'Title is too long',
    description: 'Search results cut titles after about 60 characters.',
    howToFix: 'Shorten the title to 60 characters (30 full-width ones), with the important words at the beginning.',
    check: ({ titles: [title = ''] }) => widthOf(title) > longest.title && lengthOf(title),
  },
  TITLE_MULTIPLE: {
    severity: 'warning',
    title: 'More than one title',
    description: 'Browsers use the first title, search engines may use any.',
    howToFix: 'Leave one <title> in the <head>; often a theme and a plugin each write one.',
    check: ({ titles }) => titles.length > 1 && titles.join(' | '),
  },
  TITLE_SAME_AS_H1: {
    severity: 'notice',
    title: 'Title and heading are the same',
    description: 'Title and heading can name the topic in two ways and so answer more searches.',
    howToFix: 'Word the title for people who search and the heading for people who are already there.',
    check: ({ titles: [title = ''], headings }) => {
      const h1 = headings.find(({ level }) => level === 1)?.text ?? ''
      return title !== '' && title.toLowerCase() === h1.toLowerCase()
    },
  },
}

export const titleSiteRules: Rules<SiteRule> = {
  TITLE_DUPLICATE: {
    severity: 'error',
    title: 'Several pages have the same title',
    description: 'Search engines cannot tell such pages apart and may show only one of them.',
    howToFix: 'Give each page a title of its own, or merge pages that are about the same thing.',
    follow: () => duplicates(({ title }) => title),
  },
}

export const descriptionRules: Rules<PageRule> = {
  DESC_MISSING: {
    severity: 'warning',
    title: 'Page without a description',
    description: 'The meta description is the text below the headline of a search result.',
    howToFix:
      'Add <meta name="description" content="…"> with one or two sentences that make people want to read the page.',
    check: (page) => descriptionsOf(page).every((text) => text === ''),
  },
  DESC_SHORT: {
    severity: 'notice',
    title: 'Description is short',
    description: 'Search results have room for more, and replace texts that say little.',
    howToFix: 'Write 70 to 160 characters (35 to 80 full-width ones) about what the reader gets here.',
    check: (page) => {
      const [text = ''] = descriptionsOf(page)
      return text !== '' && widthOf(text) < shortest.description && lengthOf(text)
    },
  },
  DESC_LONG: {
    severity: 'notice',
    title: 'Description is too long',
    description: 'Search results cut descriptions after about 160 characters.',
    howToFix: 'Shorten it to 160 characters (80 full-width ones), with the reason to click at the beginning.',
    check: (page) => {
      const [text = ''] = descriptionsOf(page)
      return widthOf(text) > longest.description && lengthOf(text)
    },
  },
  DESC_MULTIPLE: {
    severity: 'warning',
    weight: 3,
    title: 'More than one description',
    description: 'Search engines choose one of them, perhaps not the one you want.',
    howToFix: 'Leave one <meta name="description"> in the <head>.',
    check: (page) => descriptionsOf(page).length > 1 && `${descriptionsOf(page).length} descriptions`,
  },
}

export const descriptionSiteRules: Rules<SiteRule> = {
  DESC_DUPLICATE: {
    severity: 'warning',
    title: 'Several pages have the same description',
    description: 'A description that fits many pages describes none of them.',
    howToFix: 'Describe each page in its own words, or leave the description out where you cannot.',
    follow: () => duplicates(({ description }) => description),
  },
}

/** EastAsianWidth (UAX #11) with small gaps filled; emoji are wide too. */
const wide =
  /[[\p{Emoji_Presentation}--[\u{1f1e6}-\u{1f1ff}]]\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d7f}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/gv

export function widthOf(text: string): number {
  let width = 0
  for (const _character of text) width++
  return width + (text.match(wide)?.length ?? 0)
}
