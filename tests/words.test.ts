import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findBelow, findInComments, findInDocument, findInTexts } from '../scripts/words.ts'

const oldWords = ['a deed', 'their wish', 'Played data']
const sentence = 'What was found is stored.'
const long = `${'word '.repeat(24)}word`
const trees: string[] = []

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

it.each([...oldWords, sentence])(
  'refuses "%s" in texts of pages and letters, in documents and in comments',
  (words) => {
    expect(findInTexts(`  empty: '${words}',`)).toHaveLength(1)
    expect(findInDocument(`# Title\n\n- ${words}`)).toMatchObject([{ line: 3 }])
    expect(findInDocument(`| cell | ${words} |`)).toHaveLength(1)
    for (const comment of [`  // ${words}`, `/** ${words} */`, `/**\n * ${words}\n */`])
      expect(findInComments(comment)).toHaveLength(1)
  },
)

it('refuses a line of a document that is longer than 120 characters', () => {
  expect(findInDocument(`Title\n${long}`)).toEqual([{ line: 2, problem: '124 characters, 120 at most' }])
  expect(findInDocument(long.slice(0, 120))).toEqual([])
})

it.each([
  'Run `deed` as the user.',
  `| a table | ${long} |`,
  `\`\`\`sh\n${long} # deed\n\`\`\``,
  'What does it cost?',
  'What to write about next',
  'Somewhat, indeed, displayed',
])('leaves %j alone', (text) => expect(findInDocument(text)).toEqual([]))

it('leaves code and names in comments alone', () =>
  expect(findInComments('const deed = 1\n// Postgres runs as `deed`.')).toEqual([]))

it('leaves keys of texts alone', () => expect(findInTexts("  played: 'The sandbox simulates it.',")).toEqual([]))

it('reads the catalogue, every document and the code of the repository', () => {
  const tree = mkdtempSync(path.join(tmpdir(), 'words-'))
  trees.push(tree)
  const files = {
    'README.md': sentence,
    'docs/self-host/guide.md': sentence,
    'services/any/README.md': sentence,
    'packages/any/src/README.md': sentence,
    'services/any/texts/page.ts': `export const page = { title: '${sentence}' }`,
    'services/any/src/code.ts': '// a deed',
    'services/any/node_modules/x/README.md': sentence,
    'docs/reference/made.md': `<!-- Written by \`npm run generate\`; never edited by hand. -->\n${sentence}`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(tree, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(tree, name), text)
  }
  const found = findBelow(tree).map((line) => line.split(':')[0])
  expect(found.sort()).toEqual(Object.keys(files).slice(0, 6).sort())
})
