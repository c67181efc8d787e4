import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { visitsOf } from './graph.ts'
import { readStructuredData } from './read.ts'
import { askOracle, type OracleSyntax, type Said } from './testing/oracles.ts'

type Example = { id: string; syntax: string; code: string; types?: string[]; properties?: string[] }
const file = path.join(import.meta.dirname, 'testing/fixtures/schema-org-examples.jsonl')
// safe because the file beside this test has one such object a line
const examples = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Example)

const lastName = (name: string) => name.replace(/^.*[/#:]/, '')

function read(code: string): Said {
  const things = new Map<unknown, Set<string>>()
  const properties = new Set<string>()
  for (const { item } of visitsOf(readStructuredData(code, () => {}))) {
    const key = item.id ?? item
    things.set(key, new Set([...(things.get(key) ?? []), ...item.types.map(lastName)]))
    for (const [name, values] of item.properties)
      if (values.length > 0 && !name.startsWith(':'))
        for (const type of item.types) properties.add(`${lastName(type)}.${lastName(name)}`)
  }
  const types = [...things.values()].filter(({ size }) => size > 0).map((names) => [...names].sort().join('+'))
  return { types: types.sort(), properties: [...properties].sort() }
}

// We read more where the context is missing or vocab="https://schema.org" lacks its slash.
describe.each([
  ['jsonld', 0.97, 0.95],
  ['microdata', 0.95, 0.95],
  ['rdfa', 0.93, 0.95],
])('schema.org’s own examples in %s', (syntax, wantedTypes, wantedProperties) => {
  const own = examples.filter((example) => example.syntax === syntax && example.types)
  const share = (isSame: (example: Example) => boolean) => own.filter(isSame).length / own.length
  const isEqual = (a: string[], b: string[] = []) => JSON.stringify(a) === JSON.stringify([...b].sort())

  it('have the types that W3C-conformant parsers read', () => {
    expect(own.length).toBeGreaterThan(70)
    expect(share(({ code, types }) => isEqual(read(code).types, types))).toBeGreaterThanOrEqual(wantedTypes)
  })

  it('have the properties that they read', () => {
    expect(share(({ code, properties }) => isEqual(read(code).properties, properties))).toBeGreaterThanOrEqual(
      wantedProperties,
    )
  })
})

const article = 'vocab="https://schema.org/" typeof="Article"'
const scope = (type: string, inner: string, more = '') =>
  `<div itemscope itemtype="https://schema.org/${type}" ${more}>${inner}</div>`
const ld = (item: object) => JSON.stringify({ '@context': 'https://schema.org', ...item })
const termed = (terms: object, more: object) =>
  JSON.stringify({ '@context': { '@vocab': 'https://schema.org/', ...terms }, '@type': 'Person', ...more })

const corners: [what: string, syntax: OracleSyntax, text: string][] = [
  [
    'itemref',
    'microdata',
    `${scope('Person', '', 'itemref="a b"')}<b id="a" itemprop="name">A</b><p id="b"><i itemprop="jobTitle">B</i></p>`,
  ],
  [
    'several names and types',
    'microdata',
    '<p itemscope itemtype="https://schema.org/Place https://schema.org/Store"><b itemprop="name legalName">A</b></p>',
  ],
  [
    'items as values',
    'microdata',
    scope('Event', '<p itemprop="location" itemscope itemtype="https://schema.org/Place"><b itemprop="name">A</b></p>'),
  ],
  [
    'items that are not closed',
    'microdata',
    '<div itemscope itemtype="https://schema.org/Event"><p itemprop="name">A<p itemprop="url">B',
  ],
  [
    'items in scripts and text areas, which are text',
    'microdata',
    `<script>"${scope('Event', '')}"</script><textarea>${scope('Event', '')}</textarea>${scope('Place', '<b itemprop=name>A</b>')}`,
  ],
  [
    'about and resource',
    'rdfa',
    `<div ${article}><p about="#a" typeof="Person"><b property="name">A</b></p><a property="author" resource="#a">A</a></div>`,
  ],
  [
    'a type on the property',
    'rdfa',
    `<div ${article}><p property="author" typeof="Person"><b property="name">A</b></p></div>`,
  ],
  [
    'prefixes',
    'rdfa',
    '<div prefix="s: https://schema.org/" typeof="s:Article"><b property="s:name">A</b><meta property="og:title" content="B"></div>',
  ],
  [
    'relations that wait',
    'rdfa',
    `<div ${article} resource="#x"><div rel="author"><p typeof="Person"><b property="name">A</b></p></div></div>`,
  ],
  [
    'one thing in two places',
    'rdfa',
    `<div vocab="https://schema.org/"><p typeof="Person" resource="#a"><b property="name">A</b></p><p resource="#a"><b property="email">B</b></p></div>`,
  ],
  [
    'a property that is a link to a thing further down',
    'rdfa',
    `<div ${article}><link property="author" href="#a"></div><p vocab="https://schema.org/" typeof="Person" resource="#a"><b property="name">A</b></p>`,
  ],
  [
    'a type as a property',
    'rdfa',
    '<div prefix="s: https://schema.org/" about="#a"><link property="rdf:type" resource="s:Person"><b property="s:name">A</b></div>',
  ],
  [
    'a type as a relation',
    'rdfa',
    '<div vocab="https://schema.org/" about="#a"><link rel="rdf:type" href="https://schema.org/Person"><b property="name">A</b></div>',
  ],
  [
    'a relation that is reversed',
    'rdfa',
    `<div vocab="https://schema.org/"><p about="#p" typeof="Person"><a rev="author" href="#x">X</a></p><p about="#x" typeof="Article"><b property="name">X</b></p></div>`,
  ],
  [
    'a reversed relation to a thing within',
    'rdfa',
    `<div vocab="https://schema.org/" typeof="Person"><b property="name">A</b><p rev="author" typeof="Article"><b property="name">X</b></p></div>`,
  ],
  [
    'a reversed relation that waits',
    'rdfa',
    `<div vocab="https://schema.org/" typeof="Person" resource="#p"><div rev="author"><p typeof="Article"><b property="name">X</b></p></div></div>`,
  ],
  [
    'whole addresses without a context',
    'jsonld',
    '[{"@id":"https://a.example/","@type":["https://schema.org/Person"],"https://schema.org/name":[{"@value":"A"}],"https://schema.org/knows":[{"@type":["https://schema.org/Person"],"https://schema.org/email":[{"@value":"B"}]}]}]',
  ],
  [
    'a graph',
    'jsonld',
    ld({
      '@graph': [
        { '@type': 'Person', '@id': 'https://a.example/#a', name: 'A' },
        { '@type': 'Article', author: { '@id': 'https://a.example/#a' } },
      ],
    }),
  ],
  [
    'reversed properties',
    'jsonld',
    ld({ '@type': 'Person', name: 'A', '@reverse': { author: { '@type': 'Article', name: 'B' } } }),
  ],
  [
    'lists and sets in each other',
    'jsonld',
    ld({
      '@type': 'ItemList',
      itemListElement: { '@list': [{ '@type': 'ListItem', position: 1 }] },
      name: { '@set': ['A', null] },
    }),
  ],
  [
    'prefixes and terms of its own',
    'jsonld',
    '{"@context":{"s":"https://schema.org/","titel":"s:name"},"@type":"s:Person","titel":"A","other":"B"}',
  ],
  ['aliases of keywords', 'jsonld', ld({ type: 'Person', id: 'https://a.example/', name: 'A' })],
  [
    'texts by language',
    'jsonld',
    termed(
      { '@language': 'en', name: { '@container': '@language' } },
      { name: { en: 'A', de: ['B', 'C'], '@none': 'D' } },
    ),
  ],
  [
    'things by an index',
    'jsonld',
    termed({ knows: { '@container': ['@index', '@set'] } }, { knows: { a: { '@type': 'Person', name: 'A' }, b: [] } }),
  ],
  [
    'lists by their name',
    'jsonld',
    termed({ colleague: { '@container': '@list' } }, { colleague: [{ '@type': 'Person', name: 'A' }] }),
  ],
  ['ids by their name', 'jsonld', termed({ knows: { '@type': '@id' } }, { knows: 'https://a.example/#a' })],
  ['a name that is taken away', 'jsonld', termed({ email: null }, { email: 'A', name: 'B' })],
  [
    'a context within',
    'jsonld',
    ld({
      '@type': 'Person',
      knows: { '@context': { '@vocab': 'https://other.example/' }, '@type': 'Human', tag: 'A' },
    }),
  ],
]

it.each(corners)('%s in %s says what a conformant parser reads', async (_what, syntax, text) => {
  const said = await askOracle(syntax, text)
  expect(said.types.length).toBeGreaterThan(0)
  expect(read(text)).toEqual(said)
})

it.each(['jsonld', 'microdata', 'rdfa'] as const)(
  'the corpus has of %s what its parser reads today',
  async (syntax) => {
    const own = examples.filter((example) => example.syntax === syntax && example.types).slice(0, 25)
    const texts = own.map(({ code }) => /<script[^>]*>(.*?)<\/script>/s.exec(code)?.[1] ?? code)
    const answers = await Promise.all(texts.map((text) => askOracle(syntax, text).catch(() => null)))
    const same = answers.filter(
      (answer, i) => JSON.stringify(answer?.types) === JSON.stringify([...(own[i]?.types ?? [])].sort()),
    )
    expect(same.length).toBeGreaterThanOrEqual(23)
  },
)
