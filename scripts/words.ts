// Refuses old words and sentences in texts, documents and comments, and long lines of documents: node scripts/words.ts
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Finding = { line: number; problem: string }

const widest = 120
/** Old words for action, request and simulated; docs/internals/glossary.md has all words to use. */
const oldWords = /\b(deeds?|wish(?:es|ed)?|played)\b/gi
const catalogue = 'services/*/texts/*.ts'
const code = '{packages,services,scripts,harness,bench,tests}/**/*.{ts,tsx}'
/** Pages that are made from the code have its words, which are read where they are written. */
const generatedMark = '`npm run generate`; never edited by hand'
const documents = ['*.md', 'docs/**/*.md', '{services,packages}/**/README.md']

/** Old words and sentences in texts of pages and letters: a TypeScript file whose strings are read by people. */
export function findInTexts(text: string): Finding[] {
  return text.split('\n').flatMap((line, i) => oldIn(line.replace(/\b\w+(?=: )/g, ''), i + 1))
}

/** The same in a Markdown document, besides its lines of more than 120 characters; code and the width of tables are exempt. */
export function findInDocument(text: string): Finding[] {
  let isCode = false
  return text.split('\n').flatMap((line, i) => {
    const isFence = line.trimStart().startsWith('```')
    if (isFence) isCode = !isCode
    if (isFence || isCode) return []
    const isTooLong = line.length > widest && !line.startsWith('|') && /\S\s+\S/.test(line.trim().slice(0, widest))
    const tooLong = isTooLong ? [{ line: i + 1, problem: `${line.length} characters, ${widest} at most` }] : []
    return [...tooLong, ...oldIn(line.replace(/`[^`]*`/g, ''), i + 1)]
  })
}

/** The same in the comments of code, of those that have a line of their own. */
export function findInComments(text: string): Finding[] {
  return text.split('\n').flatMap((line, i) => {
    const comment = /^\s*(?:\/\/|\/\*\*|\*) (.*?)(?: \*\/)?$/.exec(line)?.[1]
    return comment === undefined ? [] : oldIn(comment.replace(/`[^`]*`/g, ''), i + 1)
  })
}

function oldIn(line: string, at: number): Finding[] {
  const words = [...line.matchAll(oldWords)].map(([word]) => `the word "${word}"`)
  const sentences = line.matchAll(/(?:^|[.:|'"`]|\*\*)\s*(?:(?:[-*#>]+|\d+\.) )?(What (?!to\b)[^.?!:|'"`]*)(.?)/g)
  const subjects = [...sentences].flatMap(([, sentence, end]) =>
    end === '?' ? [] : [`"${sentence?.slice(0, 30)}…" as a subject`],
  )
  return [...words, ...subjects].map((problem) => ({ line: at, problem }))
}

/** All findings below a folder, a line each. */
export function findBelow(root: string): string[] {
  const read = (pattern: string | string[], find: (text: string) => Finding[]) =>
    globSync(pattern, { cwd: root, exclude: (name) => /node_modules|generated|dist/.test(name) })
      .sort()
      .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
      .filter(({ text }) => !text.includes(generatedMark))
      .flatMap(({ file, text }) => find(text).map((found) => `${file}:${found.line}: ${found.problem}`))
  return [...read(catalogue, findInTexts), ...read(documents, findInDocument), ...read(code, findInComments)]
}

if (import.meta.main) {
  const found = findBelow(path.resolve(import.meta.dirname, '..'))
  for (const line of found) console.log(line)
  if (found.length > 0) process.exitCode = 1
}
