import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { features } from './check.ts'

type Section = { kind: 'required' | 'recommended'; properties: { property: string }[] }
const file = path.join(import.meta.dirname, '../testing/fixtures/google-properties.json')
// safe because the file beside this test has this form
const tables = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Section[]>

/** Ended by Google, or in a trial in some countries only. */
const left = ['book', 'carousels-beta', 'factcheck', 'faqpage']
/**
 * What a table asks of a part that an item may do without, or of one of several ways to write it: its absence keeps nobody from the
 * result. The last place of a trail needs no item; the others are asked for it by a rule of their own.
 */
const optional: Record<string, string[]> = {
  breadcrumb: ['item'],
  carousel: ['item.name', 'item.url'],
  course: ['itemListElement'],
  'local-business': ['image'],
  'math-solvers': ['learningResourceType'],
  'merchant-listing': [
    ...['priceSpecification', 'unitCode', 'value', 'deliveryTime', 'shippingDestination', 'shippingRate'],
    ...[
      'shippingRate.currency',
      'shippingRate.value',
      'addressCountry',
      'maxValue',
      'minValue',
      'applicableCountry',
      'returnPolicyCategory',
    ],
  ],
  'profile-page': ['name'],
  'shipping-policy': ['currency', 'maxValue', 'minValue', 'value'],
}

function askedOf(name: string): Set<string> {
  const own = features.filter((feature) => feature.name === name)
  const wanted = own.flatMap(({ required = [], parts = [] }) => [
    ...required,
    ...parts.flatMap(({ via, required: inner = [] }) => [via, ...inner, ...inner.map((one) => `${via}.${one}`)]),
  ])
  return new Set(wanted.flatMap((one) => one.split('|')))
}

it.each(Object.keys(tables).filter((name) => !left.includes(name)))(
  '%s asks for what Google’s table requires',
  (name) => {
    const asked = askedOf(name)
    const required = (tables[name] ?? [])
      .filter(({ kind }) => kind === 'required')
      .flatMap(({ properties }) => properties)
    const missing = required.map(({ property }) => property).filter((one) => !one.includes('@') && !asked.has(one))
    expect([...new Set(missing)]).toEqual(optional[name] ?? [])
  },
)

it('has no rule for a result that Google does not describe', () => {
  expect(features.map(({ name }) => name).filter((name) => !tables[name] || left.includes(name))).toEqual([])
})
