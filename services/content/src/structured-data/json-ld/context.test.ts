import { expect, it } from 'vitest'
import { createStructuredCheck } from '../check.ts'

const check = createStructuredCheck()
const said = (context: object | object[], more: object) => {
  const text = JSON.stringify({ '@context': context, '@type': 'Person', ...more })
  return check(text).errors.map(({ code, message }) => `${code}: ${message}`)
}
const vocabulary = { '@vocab': 'https://schema.org/' }

it.each([
  ['texts by language', { name: { '@container': '@language' } }, { name: { en: 'A', de: 'B' } }],
  ['things by an index', { knows: { '@container': '@index' } }, { knows: { a: { '@type': 'Person' } } }],
  ['a language for all', { '@language': 'de', '@version': 1.1, '@protected': true }, { name: 'A' }],
])('%s: what a context says of them is read', (_what, terms, more) => {
  expect(said({ ...vocabulary, ...terms }, more)).toEqual([])
})

it('texts that are ids point to the thing with that id', () => {
  const knows = { '@type': '@id' }
  expect(said({ ...vocabulary, knows }, { '@id': '#a', knows: '#a' })).toEqual([])
  expect(said({ ...vocabulary, knows }, { knows: '#b' })).toEqual([
    'ID_UNRESOLVED: No item in this document has the id "#b"',
  ])
})

it.each([
  ['@context', { Person: { '@id': 'https://schema.org/Person', '@context': { nmae: 'https://schema.org/name' } } }],
  ['@nest', { nmae: { '@nest': 'labels' } }],
  ['@reverse', { nmae: { '@reverse': 'https://schema.org/knows' } }],
  ['@container @id', { nmae: { '@container': '@id' } }],
  ['@container @graph', { nmae: { '@container': ['@graph', '@index'] } }],
  ['@type @json', { nmae: { '@type': '@json' } }],
  ['@import', { '@import': 'https://a.example/' }],
  ['@propagate', { '@propagate': false }],
])('%s is not read: this is said, and no name is judged by it', (what, terms) => {
  expect(said({ ...vocabulary, ...terms }, { nmae: 'A' })).toEqual([
    `CONTEXT_UNSUPPORTED: ${what} in a context is not supported, so the names below it were not checked`,
  ])
  // Otherwise the name would be unknown to schema.org.
  expect(said(vocabulary, { nmae: 'A' })).toEqual([expect.stringMatching(/^PROPERTY_UNKNOWN/)])
})

it('of a list of contexts the first fifty are read', () => {
  const many = Array.from({ length: 51 }, () => vocabulary)
  expect(said(many, { name: 'A' })).toEqual(['CONTEXT_UNSUPPORTED: Only the first 50 contexts of a list are read'])
  expect(said(many.slice(1), { name: 'A' })).toEqual([])
})
