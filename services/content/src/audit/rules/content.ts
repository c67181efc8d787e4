import type { PageRule, Rules, SiteRule } from './rule.ts'
import { duplicates, nearTwins, twins } from './shared-texts.ts'

export const contentRules: Rules<PageRule> = {
  H1_MISSING: {
    severity: 'warning',
    title: 'Page without a main heading',
    description: 'The first heading tells readers and search engines what the page is about.',
    howToFix: 'Put the topic of the page into one <h1>.',
    check: ({ headings, isPartial }) => !isPartial && headings.every(({ level }) => level !== 1),
  },
  H1_EMPTY: {
    severity: 'warning',
    weight: 3,
    title: 'Main heading is empty',
    description: 'An <h1> without text says nothing; often it holds a logo without a text.',
    howToFix: 'Write the heading as text, or use another element for the picture.',
    check: ({ headings }) => headings.some(({ level, text }) => level === 1 && text === ''),
  },
  H1_MULTIPLE: {
    severity: 'notice',
    title: 'More than one main heading',
    description: 'With several main headings the page has no clear topic.',
    howToFix: 'Keep one <h1> and make the others <h2>.',
    check: ({ headings }) => {
      const count = headings.filter(({ level }) => level === 1).length
      return count > 1 && `${count} headings`
    },
  },
  HEADING_SKIP: {
    severity: 'notice',
    title: 'Headings skip a level',
    description: 'Screen readers use the levels as a table of contents.',
    howToFix: 'Let each heading be at most one level below the one before it: <h2>, then <h3>, never <h4> at once.',
    check: ({ headings }) => {
      const at = headings.findIndex(({ level }, i) => i > 0 && level > (headings[i - 1]?.level ?? 6) + 1)
      const found = headings[at]
      return found !== undefined && `h${headings[at - 1]?.level} is followed by h${found.level}: ${found.text}`
    },
  },
  CONTENT_THIN: {
    severity: 'warning',
    title: 'Page has little text',
    description: 'Pages with fewer than 200 words seldom answer a question in full.',
    howToFix:
      'Write what visitors of this page want to know, merge it with a related page, or keep it out of the index.',
    check: ({ text, directives, isPartial }) =>
      text.words < 200 && !directives.isNoindex && !isPartial && `${text.words} words`,
  },
  LOW_TEXT_RATIO: {
    severity: 'notice',
    title: 'Little text for much code',
    description: 'Less than a tenth of the page is text that people read.',
    howToFix: 'Move scripts and styles into files of their own, and remove markup that nothing uses.',
    check: ({ text, bytes }) =>
      bytes > 0 && text.bytes / bytes < 0.1 && `${Math.round((text.bytes / bytes) * 100)} % text`,
  },
  LOREM_IPSUM: {
    severity: 'warning',
    title: 'Placeholder text',
    description: 'The page shows “Lorem ipsum” to its visitors.',
    howToFix: 'Replace the placeholder by the real text, or remove the block.',
    check: ({ text }) => text.hasLorem,
  },
  ID_DUPLICATE: {
    severity: 'notice',
    title: 'Several elements have the same id',
    description: 'Links to the id, labels of form fields and scripts reach only the first of these elements.',
    howToFix: 'Give each element an id of its own, or use a class for what several elements share.',
    check: ({ ids: { repeated } }) => repeated.length > 0 && repeated.join(', '),
  },
  DOCTYPE_MISSING: {
    severity: 'notice',
    title: 'No doctype',
    description: 'Without it browsers lay the page out as they did in the nineties.',
    howToFix: 'Begin the page with <!doctype html>.',
    check: ({ hasDoctype }) => !hasDoctype,
  },
  CHARSET_MISSING: {
    severity: 'warning',
    weight: 3,
    title: 'No character encoding',
    description: 'Browsers have to guess how letters beyond A to Z are written.',
    howToFix: 'Send "Content-Type: text/html; charset=utf-8", or put <meta charset="utf-8"> first into the <head>.',
    check: ({ charset: { bom, header, meta } }) => bom === null && header === null && meta === null,
  },
  CHARSET_CONFLICT: {
    severity: 'notice',
    title: 'Contradicting character encodings',
    description: 'Header and page name different encodings, or the page is not written in the one it names.',
    howToFix: 'Save the page as UTF-8 and name utf-8 in the header and in the page.',
    check: ({ charset: { bom, header, meta, used, hasBadBytes } }) => {
      const named = [...new Set([bom, header, meta].filter((name) => name !== null))]
      if (named.length > 1) return named.join(' and ')
      return hasBadBytes && `bytes that are not ${used}`
    },
  },
}

export const contentSiteRules: Rules<SiteRule> = {
  H1_DUPLICATE: {
    severity: 'notice',
    title: 'Several pages have the same main heading',
    description: 'Readers who open two of them think that they are on the same page.',
    howToFix: 'Name in each heading what only this page is about.',
    follow: () => duplicates(({ h1 }) => h1),
  },
  CONTENT_DUPLICATE_EXACT: {
    severity: 'error',
    title: 'Several pages have the same text',
    description: 'Search engines keep one of them and ignore the others, perhaps the one you prefer.',
    howToFix: 'Redirect the copies to one page, or name that page in their <link rel="canonical">.',
    follow: twins,
  },
  CONTENT_DUPLICATE_NEAR: {
    severity: 'warning',
    title: 'Pages have almost the same text',
    description: 'Pages that differ in a few words compete with each other for the same searches.',
    howToFix: 'Merge them, write what is different about each, or name the main one as canonical.',
    follow: nearTwins,
  },
}
