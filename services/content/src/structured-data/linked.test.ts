import { describe, expect, it } from 'vitest'
import { createStructuredCheck } from './check.ts'

const check = createStructuredCheck()
const codesOf = (text: string) => check(text).errors.map(({ code }) => code)
const names = (...types: string[]) => types.map((type) => `https://schema.org/${type}`)
const text = (value: string) => [{ '@value': value }]

describe('JSON-LD with whole addresses', () => {
  const job = {
    '@type': names('JobPosting'),
    'https://schema.org/title': text('Roaster'),
    'https://schema.org/description': text('Roasts'),
    'https://schema.org/datePosted': [{ '@value': '2026-01-18', '@type': 'http://www.w3.org/2001/XMLSchema#date' }],
    'https://schema.org/hiringOrganization': [
      { '@type': names('Organization'), 'https://schema.org/name': text('Acme') },
    ],
    'http://schema.org/applicantLocationRequirements': [
      { '@type': names('Country'), 'http://schema.org/name': text('X') },
    ],
  }

  it('needs no context, and gets its result', () => {
    const { items, errors } = check(JSON.stringify([job]))
    expect(items).toMatchObject([{ type: 'JobPosting', valid: true, richResult: 'job-posting' }])
    expect(errors.filter(({ severity }) => severity !== 'notice')).toEqual([])
  })

  it.each([
    ['a type', { '@type': 'JobPosting' }],
    ['a name', { ...job, title: 'Roaster' }],
    ['a prefix', { ...job, 'schema:title': 'Roaster' }],
    ['a name within', { ...job, 'https://schema.org/about': [{ '@id': '#a', name: 'x' }] }],
  ])('needs one for %s that is short', (_what, item) => {
    expect(codesOf(JSON.stringify(item))).toContain('CONTEXT_MISSING')
  })
})

const within = (inner: string) => `<div vocab="https://schema.org/">${inner}</div>`
const review = (author: string) =>
  within(`<div typeof="Review"><p property="itemReviewed" typeof="Movie"><b property="name">A</b></p>
    <p property="reviewRating" typeof="Rating"><b property="ratingValue">4</b></p>${author}</div>
    <p typeof="Person" resource="#ann"><b property="name">Ann</b></p>`)

describe('RDFa', () => {
  it('a link to an item of the page is that item', () => {
    const linked = check(review('<link property="author" href="#ann">'))
    expect(linked.items[0]).toMatchObject({ type: 'Review', valid: true, richResult: 'review-snippet' })
    expect(linked.errors.map(({ code }) => code)).not.toContain('TEXT_FOR_ITEM')
    expect(check(review('<link property="author" href="#eve">')).items[0]).toMatchObject({ valid: false })
  })

  it('rdf:type gives an item its type', () => {
    const page = within(
      '<p resource="#a"><link property="rdf:type" resource="schema:Course"><b property="name">A</b></p>',
    )
    expect(check(page).items).toMatchObject([{ type: 'Course', properties: { name: 'A' } }])
  })

  it('rev says of another item what rel says of one', () => {
    const page = within(
      '<p typeof="Person" resource="#ann"><b property="name">Ann</b><i rev="author" typeof="Article"><b property="headline">B</b></i></p>',
    )
    const [person, article] = check(page).items
    expect(person).toMatchObject({ type: 'Person', properties: { name: 'Ann' } })
    expect(article).toMatchObject({ type: 'Article', properties: { headline: 'B', author: { '@id': '#ann' } } })
    expect(codesOf(page)).not.toContain('ID_UNRESOLVED')
  })
})
