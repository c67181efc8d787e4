import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue as audit } from '../../content/src/audit/catalogue.ts'
import { issueTitles } from './id/service/audit/titles.ts'
import { issueTexts } from './id/service/audit.ts'
import { cards } from './id/service/cards.ts'
import { faults } from './id/service/faults.ts'
import { reasons } from './id/service/ideas.ts'
import { receiptLines } from './id/service/receipts.ts'
import { refusals } from './id/service/refusals.ts'

const root = path.resolve(import.meta.dirname, '../../..')
/** Files without a sentence: the second folder has none of them. */
const shared = ['languages.ts', 'rich.ts']
/** Words that Indonesians write as they are in English. */
const alike = new Set(
  `API Admin Agency Anchor Backlink Backlinks Body CPC CSV CTR DANA Desktop Disavow Discord Domain Domains Email Enter Format GoPay
  Google Growth HTML Host Item JSON-LD Linear Log Markdown Menu Microdata OVO Operator Parameter Prompt QRIS RDFa Script
  ShopeePay Slack Spam Starter Status Tag Total URL Volume Webhook admin domain email host log prompt valid`.split(
    /\s+/,
  ),
)
const alikeSentences = new Set([
  'CPC (USD)',
  'Google Search Console',
  'Rank Tracker',
  'Search Console',
  'Share of voice',
  'Top 10',
  'Top 3',
  'virtual account',
  ' (sandbox)',
  '2 (sandbox)',
  'Filter 2',
  '/docs/openapi.json',
])
const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
const both = files.filter((file) => !shared.includes(file))

type Entry = readonly [name: string, text: string]

/** The entries of a file, each with its name; a function is called with numbers, whatever it takes. */
async function entriesOf(file: string): Promise<Entry[]> {
  return entriesIn('', { ...(await import(path.join(import.meta.dirname, file))) })
}

function entriesIn(name: string, value: unknown): Entry[] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value === 'function') return isOfSentences(name) ? [[name, textOf(value(...sample))]] : []
  return Object.entries(Object(value)).flatMap(([key, inner]) => entriesIn(name ? `${name}.${key}` : key, inner))
}

const sample = [2, 3, 4]
/** Functions that take a sentence or a value, and not the facts of one; letters are compared below. */
const isOfSentences = (name: string) =>
  !/^(\w*[lL]etters\..*|weekly|alertSentence|said|evidenceOf|refused|fieldRefused|issueIn|worded|plural|noun|counted|planName|money)$/.test(
    name,
  )

/** The text of a sentence, with what is drawn in it. */
function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  return node !== null && typeof node === 'object' ? textOf(Object(node).props?.children) : String(node ?? '')
}

describe('every text has two languages', () => {
  it('each file has its second', () => {
    expect(globSync('*.ts', { cwd: path.join(import.meta.dirname, 'id') }).sort()).toEqual(both.sort())
  })

  it.each(both)('%s has the same entries, none of them empty, and none that is still English', async (file) => {
    const english = await entriesOf(file)
    const indonesian = new Map(await entriesOf(path.join('id', file)))
    expect([...indonesian.keys()].sort()).toEqual(english.map(([name]) => name).sort())
    const isSame = (text: string) => !/[a-z]/i.test(text) || alike.has(text) || alikeSentences.has(text)
    expect(english.filter(([name, text]) => indonesian.get(name) === text && !isSame(text))).toEqual([])
    expect([...indonesian].filter(([, text]) => text === '')).toEqual([])
  })

  it('each issue of the audit has its Indonesian text', () => {
    expect(Object.keys(issueTexts).sort()).toEqual([...audit.keys()].sort())
    expect(Object.keys(issueTitles).sort()).toEqual([...audit.keys()].sort())
  })
})

describe('the sentences of services', () => {
  const sources = globSync(['services/*/src/**/*.ts', 'packages/*/src/**/*.ts'], {
    cwd: root,
    exclude: (name) => /generated|built|node_modules/.test(name),
  })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')

  const catalogues = { refusals, faults, cards, reasons, receiptLines }
  const names = Object.entries(catalogues).flatMap(([name, entries]) =>
    Object.keys(entries).map((key) => `${name}.${key}`),
  )

  it('each is used somewhere', () => {
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([])
  })
})

it('pages have no words of their own, but names that are the same in both languages', () => {
  const web = path.join(root, 'services/dashboard/web')
  const words = /\b(?:label|title|head|line|text|caption|hint|action|name)="([A-Z][^"]*)"|>([A-Z][a-z]+[ a-z]*)</g
  const found = globSync('**/*.tsx', { cwd: web }).flatMap((file) =>
    [...readFileSync(path.join(web, file), 'utf8').matchAll(words)].map(([, name, prose]) => name ?? prose ?? ''),
  )
  expect(found.filter((word) => !alike.has(word))).toEqual([])
})

it('pages leave it to the catalogue how numbers and dates are written', () => {
  const web = path.join(root, 'services/dashboard/web')
  const named = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((file) => !file.endsWith('.test.ts') && file !== 'features/billing/money.ts')
    .filter((file) => /toLocale\w*\(\s*['"]|Intl\.\w+\(\s*['"]/.test(readFileSync(path.join(web, file), 'utf8')))
  expect(named).toEqual([])
})
