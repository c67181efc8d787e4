import { describe, expect, it } from 'vitest'
import { createStructuredCheck } from './check.ts'
import { type FindingCode, findingSeverity } from './model.ts'

const check = createStructuredCheck()
const ld = (item: object) => JSON.stringify({ '@context': 'https://schema.org', ...item })
const script = (json: string) => `<script type="application/ld+json">${json}</script>`
const product = { '@type': 'Product', name: 'Beans' }
const offered = { ...product, offers: { '@type': 'Offer', price: '5', priceCurrency: 'USD' } }
const person = (members: object) => ld({ '@type': 'Person', ...members })
const offer = (members: object) => ld({ '@type': 'Offer', ...members })
const event = (members: object) =>
  ld({
    '@type': 'Event',
    name: 'Fair',
    location: { '@type': 'Place', address: { '@type': 'PostalAddress', addressCountry: 'ID' } },
    startDate: '2026-05-01',
    ...members,
  })
const rating = (members: object) => ld({ '@type': 'Rating', ...members })
const trail = (...items: object[]) => ld({ '@type': 'BreadcrumbList', itemListElement: items })
const place = (position: number, item?: string) => ({ '@type': 'ListItem', position, name: 'A', item })
const scope = (inner: string, more = '') => `<p itemscope itemtype="https://schema.org/Person" ${more}>${inner}</p>`
const nested = (levels: number): string =>
  levels === 0 ? '' : `<b itemprop="knows" itemscope>${nested(levels - 1)}</b>`

const cases: Record<Exclude<FindingCode, 'LIMIT_TIME' | 'LIMIT_MEMORY'>, [has: string, hasNot: string]> = {
  EMPTY_INPUT: ['\ufeff \n', '<p>'],
  NO_STRUCTURED_DATA: ['<p>Hello', scope('')],
  JSON_SYNTAX: ['{"a": 1,}', person({ name: 'Ann' })],
  JSON_NOT_OBJECT: [script('"text"'), script('[]')],
  JSON_DUPLICATE_KEY: ['{"@context":"https://schema.org","name":"a","name":"b"}', person({ name: 'Ann' })],
  JSON_COMMENT_WRAPPED: [script(`<!-- ${person({ name: 'Ann' })} -->`), script(person({ name: 'Ann' }))],
  SCRIPT_EMPTY: [script(' '), script('{}')],
  SCRIPT_UNCLOSED: ['<script type="application/ld+json">{}', script('{}')],
  CONTEXT_MISSING: ['{"@type":"Person"}', person({})],
  CONTEXT_UNKNOWN: [
    '{"@context":"schema.org","@type":"Person"}',
    '{"@context":"http://www.schema.org/","@type":"Person"}',
  ],
  CONTEXT_UNSUPPORTED: [
    '{"@context":"https://w3id.org/x","@type":"A"}',
    '{"@context":{"@vocab":"https://schema.org/"},"@type":"Person"}',
  ],
  TYPE_MISSING: [ld({ name: 'x' }), person({ name: 'x' })],
  TYPE_UNKNOWN: [ld({ '@type': 'Persn' }), '{"@context":"https://other.example","@type":"Persn"}'],
  TYPE_CASING: [ld({ '@type': 'person' }), ld({ '@type': 'schema:Person' })],
  TYPE_SUPERSEDED: [ld({ '@type': 'UserComments' }), ld({ '@type': 'Comment' })],
  PROPERTY_UNKNOWN: [person({ naem: 'x' }), ld({ '@type': 'SearchAction', 'query-input': 'required' })],
  PROPERTY_CASING: [person({ Name: 'x' }), person({ 'schema:name': 'x' })],
  PROPERTY_NOT_FOR_TYPE: [person({ price: 1 }), ld({ '@type': ['Person', 'Offer'], price: 1 })],
  PROPERTY_SUPERSEDED: [
    ld({ '@type': 'Place', map: 'https://a.example/' }),
    ld({ '@type': 'Place', hasMap: 'https://a.example/' }),
  ],
  VALUE_TYPE: [
    person({ address: { '@type': 'Person' } }),
    person({ knows: { '@type': 'Role', knows: { '@type': 'Person' } } }),
  ],
  VALUE_EMPTY: [person({ name: ' ' }), person({ name: 0 })],
  TEXT_FOR_ITEM: [person({ worksFor: 'Acme' }), person({ worksFor: { '@type': 'Organization' } })],
  ENUM_INVALID: [offer({ itemCondition: 'NewCondtion' }), offer({ itemCondition: 'http://schema.org/NewCondition' })],
  DATE_INVALID: [event({ endDate: '2026-02-30' }), event({ endDate: '2026-06-01T10:00:00+07:00' })],
  TIME_INVALID: [
    ld({ '@type': 'OpeningHoursSpecification', opens: '9am' }),
    ld({ '@type': 'OpeningHoursSpecification', opens: '09:00' }),
  ],
  DURATION_INVALID: [ld({ '@type': 'Movie', duration: '90 min' }), ld({ '@type': 'Movie', duration: 'PT1H30M' })],
  URL_INVALID: [ld({ '@type': 'Thing', url: 'a b' }), ld({ '@type': 'Thing', url: 'https://a.example/' })],
  URL_RELATIVE: [
    ld({ '@type': 'Thing', url: '/a' }),
    '<a itemscope itemtype="https://schema.org/Thing"><link itemprop=url href="/a">',
  ],
  NUMBER_INVALID: [
    ld({ '@type': 'Rating', ratingCount: 'many', '@id': 'x' }).replace('Rating', 'AggregateRating'),
    ld({ '@type': 'AggregateRating', ratingCount: '12' }),
  ],
  PRICE_FORMAT: [offer({ price: '1,299.00' }), offer({ price: '1299.00' })],
  CURRENCY_INVALID: [offer({ priceCurrency: 'usd' }), offer({ priceCurrency: 'USD' })],
  RATING_RANGE: [rating({ ratingValue: 87 }), rating({ ratingValue: 87, bestRating: 100 })],
  GTIN_INVALID: [offer({ gtin13: '4006381333932' }), offer({ gtin13: '4006381333931' })],
  ID_UNRESOLVED: [person({ knows: { '@id': '#b' } }), person({ '@id': '#b', knows: { '@id': '#b' } })],
  ITEMPROP_OUTSIDE_ITEM: ['<b itemprop="name">x</b>', scope('<b itemprop="name">x</b>')],
  ITEMREF_MISSING: [scope('', 'itemref="a"'), `${scope('', 'itemref="a"')}<b id="a" itemprop="name">x</b>`],
  ITEMREF_CYCLE: [
    '<p itemscope itemref="a"></p><p id="a" itemprop="knows" itemscope itemref="b"></p><p id="b" itemprop="knows" itemscope itemref="a"></p>',
    '<p itemscope itemref="a"></p><p id="a" itemprop="knows" itemscope itemref="b"></p><p id="b" itemprop="knows" itemscope></p>',
  ],
  GOOGLE_REQUIRED_MISSING: [event({ startDate: undefined }), event({})],
  GOOGLE_ONE_OF_MISSING: [ld(product), ld(offered)],
  GOOGLE_RECOMMENDED_MISSING: [event({}), ld({ '@type': 'Thing' })],
  GOOGLE_VALUE: [trail(place(1), place(2)), trail(place(1, 'https://a.example/'), place(2))],
  RICH_RESULT_RETIRED: [ld({ '@type': 'HowTo' }), ld({ '@type': 'Recipe' })],
  LIMIT_DEPTH: [`<b itemscope>${nested(70)}`, `<b itemscope>${nested(60)}`],
  LIMIT_ITEMS: [`[${Array(3_002).fill('{"@type":"Thing"}').join()}]`, '[{"@type":"Thing"}]'],
  LIMIT_FINDINGS: [`[${Array(600).fill('{"@type":"X"}').join()}]`, '[{"@type":"X"}]'],
}

const codesIn = (text: string) => check(text).errors.map(({ code }) => code)

describe.each(Object.entries(cases))('%s', (code, [has, hasNot]) => {
  it('is found where it is, with its severity and a sentence', () => {
    const found = check(has).errors.find((error) => error.code === code)
    expect(found).toBeDefined()
    // safe because the cases have one key for each code
    if (found && !code.startsWith('GOOGLE')) expect(found.severity).toBe(findingSeverity[code as FindingCode])
    expect(found?.message).toMatch(/^.{10,}[^.]$/)
  })
  it('is not found where it is not', () => expect(codesIn(hasNot)).not.toContain(code))
})

const list = (count: number) => `[${Array(count).fill('{"@type":"Thing"}').join()}]`
const values = (count: number) => `{"@type":"Thing","name":[${Array(count).fill('1').join()}]}`
const lists = (count: number) => '['.repeat(count) + ']'.repeat(count)

describe.each<[what: string, code: FindingCode, max: number, make: (count: number) => string]>([
  ['elements in each other', 'LIMIT_DEPTH', 1_000, (count) => '<i>'.repeat(count)],
  ['lists of JSON in each other', 'LIMIT_DEPTH', 151, lists],
  ['items', 'LIMIT_ITEMS', 3_000, list],
  ['values', 'LIMIT_ITEMS', 30_000, values],
])('of %s', (_what, code, max, make) => {
  it(`${max} are read, and one more is ${code}`, () => {
    expect(codesIn(make(max))).not.toContain(code)
    expect(codesIn(make(max + 1))).toContain(code)
  })
})
