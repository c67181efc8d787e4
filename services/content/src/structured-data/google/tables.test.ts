import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readVocabulary } from '../vocabulary/vocabulary.ts'
import { features } from './check.ts'
import { formOf } from './types.ts'
import { placeOf, wantsOf } from './want.ts'

type Section = { kind: 'required' | 'recommended'; properties: { property: string; type: string }[] }
const file = path.join(import.meta.dirname, '../testing/fixtures/google-properties.json')
// safe because the file beside this test has this form
const tables = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Section[]>

/** Ended, or in trial in some countries. */
const left = ['book', 'carousels-beta', 'factcheck', 'faqpage']
/** Parts an item may lack, or alternatives. A trail's last place needs no item; a special rule asks for the others. */
const optional: Record<string, string[]> = {
  breadcrumb: ['item'],
  carousel: ['item.name', 'item.url'],
  course: ['itemListElement'],
  'local-business': ['image'],
  'math-solvers': ['learningResourceType'],
  'merchant-listing': [
    'priceSpecification',
    'unitCode',
    'value',
    'deliveryTime',
    'shippingDestination',
    'shippingRate',
    'shippingRate.currency',
    'shippingRate.value',
    'addressCountry',
    'maxValue',
    'minValue',
    'applicableCountry',
    'returnPolicyCategory',
  ],
  'profile-page': ['name'],
  'shipping-policy': ['currency', 'maxValue', 'minValue', 'value'],
}

function askedOf(name: string): Map<string, readonly string[]> {
  const own = features.filter((feature) => feature.name === name)
  const wants = own.flatMap(({ required = [], parts = [] }) => [
    ...required.flatMap(wantsOf),
    ...parts.flatMap(({ via, required: inner = [] }) => {
      const place = placeOf(via)
      const within = inner.flatMap(wantsOf)
      return [place, ...within, ...within.map((want) => ({ ...want, path: `${place.path}.${want.path}` }))]
    }),
  ])
  const asked = new Map<string, readonly string[]>()
  for (const { path, types } of wants) if (!asked.get(path)?.length) asked.set(path, types)
  return asked
}

const requiredOf = (name: string) =>
  (tables[name] ?? []).filter(({ kind }) => kind === 'required').flatMap(({ properties }) => properties)

const checked = Object.keys(tables).filter((name) => !left.includes(name))

it.each(checked)('%s asks for what Google’s table requires', (name) => {
  const asked = askedOf(name)
  const missing = requiredOf(name)
    .map(({ property }) => property)
    .filter((one) => !one.includes('@') && !asked.has(one))
  expect([...new Set(missing)]).toEqual(optional[name] ?? [])
})

/** Types that differ from the column, and why. */
const otherTypes = {
  interactionType: 'Google’s examples have an address',
  itemListElement: 'steps are in sections, and directions and tips in steps: one name in two tables of the recipe',
  itemReviewed: 'the list of types is beside the column',
  price: 'the column names the Offer around it',
  priceCurrency: 'the text beside the column asks for ISO 4217',
  ratingCount: 'Search Console asks for a positive number',
  ratingValue: 'the text beside the column asks for a number on the scale, a fraction or a percentage',
  reviewCount: 'Search Console asks for a positive number',
  target: 'Google’s examples have an address',
}

it('takes the types that Google’s tables name', () => {
  const other = checked.flatMap((name) => {
    const asked = askedOf(name)
    return requiredOf(name).flatMap(({ property, type }) => {
      const types = asked.get(property) ?? []
      return types.length === 0 || isSame(types, namedIn(type)) ? [] : [property.replace(/^.*\./, '')]
    })
  })
  expect([...new Set(other)].sort()).toEqual(Object.keys(otherTypes))
})

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join() === [...b].sort().join()
}

/** A column is "Repeated ImageObject or URL", sometimes with more words. */
function namedIn(column: string): string[] {
  return /^(?:Repeated )?([A-Z]\w+(?:(?: , | or )[A-Z]\w+)*)/.exec(column)?.[1]?.split(/ , | or /) ?? []
}

it('names no type that schema.org does not have', () => {
  const vocabulary = readVocabulary()
  const types = features.flatMap(({ name }) => [...askedOf(name).values()].flat())
  expect(types.filter((type) => formOf([type]).startsWith('an item') && !vocabulary.isClass(type))).toEqual([])
})

it('has no rule for a result that Google does not describe', () => {
  expect(features.map(({ name }) => name).filter((name) => !tables[name] || left.includes(name))).toEqual([])
})
