import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { visitsOf } from './graph.ts'
import { readStructuredData } from './read.ts'

type Example = { id: string; syntax: string; code: string; types?: string[]; properties?: string[] }
const file = path.join(import.meta.dirname, 'testing/fixtures/schema-org-examples.jsonl')
// safe because the file beside this test has one such object a line
const examples = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Example)

const local = (name: string) => name.replace(/^.*[/#:]/, '')

/** What a text says, as the corpus writes it: the types of each thing, and which properties each type has. */
function read(code: string) {
  const things = new Map<unknown, Set<string>>()
  const properties = new Set<string>()
  for (const { item } of visitsOf(readStructuredData(code, () => {}))) {
    const key = item.id ?? item
    things.set(key, new Set([...(things.get(key) ?? []), ...item.types.map(local)]))
    for (const [name, values] of item.properties)
      if (values.length > 0) for (const type of item.types) properties.add(`${local(type)}.${name}`)
  }
  const types = [...things.values()].filter(({ size }) => size > 0).map((names) => [...names].sort().join('+'))
  return { types: types.sort(), properties: [...properties].sort() }
}

// The examples that differ are ones where we read more: without a context, or with vocab="https://schema.org" without its slash.
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
