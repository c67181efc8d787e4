import { expect, it } from 'vitest'
import { createStructuredCheck } from '../check.ts'

const check = createStructuredCheck()
const judged = (item: object) => {
  const [root] = check(JSON.stringify({ '@context': 'https://schema.org', ...item })).items
  const errors = (root?.errors ?? []).filter(({ severity }) => severity === 'error')
  return { valid: root?.valid, richResult: root?.richResult, errors: errors.map(({ path }) => path) }
}
const site = 'https://a.example/'
const trail = (...itemListElement: unknown[]) => ({ '@type': 'BreadcrumbList', itemListElement })
const place = (members: object) => ({ '@type': 'ListItem', position: 1, name: 'A', item: site, ...members })
const last = { '@type': 'ListItem', position: 2, name: 'B' }
const product = (members: object) => ({ '@type': 'Product', name: 'Beans', ...members })
const offers = { '@type': 'Offer', price: 5, priceCurrency: 'USD' }
const rating = { '@type': 'AggregateRating', ratingValue: 4.5, ratingCount: 8 }
const person = { '@type': 'Person', name: 'Ann' }
const review = { '@type': 'Review', author: person, reviewRating: { '@type': 'Rating', ratingValue: 4 } }
const address = { '@type': 'PostalAddress', addressLocality: 'Berlin', addressCountry: 'DE' }
const job = (members: object) => ({
  '@type': 'JobPosting',
  title: 'Roaster',
  description: 'Roasts',
  datePosted: '2026-01-18',
  hiringOrganization: { '@type': 'Organization', name: 'Acme' },
  jobLocation: { '@type': 'Place', address },
  ...members,
})
const recipe = { '@type': 'Recipe', name: 'Brew', image: `${site}a.jpg` }
const video = { '@type': 'VideoObject', name: 'A', thumbnailUrl: `${site}a.jpg`, uploadDate: '2026-03-31' }

/** Google rejects these although each required property has a value. */
const rejected: [what: string, item: object, errors: string[]][] = [
  ['a place of a trail with a URL and no name', trail(place({ name: undefined }), last), ['itemListElement[0].name']],
  ['a place whose thing has no address', trail(place({ item: { name: 'A' } }), last), ['itemListElement[0].item']],
  ['a trail of text', trail('A', 'B'), ['itemListElement']],
  ['a trail with text in it', trail(place({}), last, 'C'), ['itemListElement']],
  ['a position in words', trail(place({ position: 'first' }), last), ['itemListElement[0].position']],
  ['a position between two', trail(place({ position: 1.5 }), last), ['itemListElement[0].position']],
  ['a review that is text', product({ offers, review: 'great' }), ['review']],
  ['a rating that is a number', product({ offers, aggregateRating: 4.5 }), ['aggregateRating']],
  [
    'a rating out of its scale',
    product({ aggregateRating: { ...rating, ratingValue: 9 } }),
    ['aggregateRating.ratingValue'],
  ],
  [
    'a rating with no raters',
    product({ aggregateRating: { ...rating, ratingCount: 0 } }),
    ['aggregateRating.ratingCount'],
  ],
  ['an author who is text', product({ review: { ...review, author: 'Ann' } }), ['review.author']],
  [
    'an author without a name',
    product({ review: { ...review, author: { '@type': 'Person' } } }),
    ['review.author.name'],
  ],
  ['a price with its currency', product({ offers: { ...offers, price: '$5' } }), ['offers.price']],
  ['offers without a type', product({ offers: { price: 5, priceCurrency: 'USD' } }), ['offers']],
  ['a place of work that is text', job({ jobLocation: 'Berlin' }), ['jobLocation']],
  ['an address that is text', job({ jobLocation: { '@type': 'Place', address: 'Berlin' } }), ['jobLocation.address']],
  [
    'an address without its country',
    job({ jobLocation: { '@type': 'Place', address: { ...address, addressCountry: undefined } } }),
    ['jobLocation.address.addressCountry'],
  ],
  ['a day that is none', job({ datePosted: 'yesterday' }), ['datePosted']],
  ['a place of work elsewhere', job({ jobLocation: { '@id': '#office' } }), ['jobLocation']],
  ['a picture without an address', { ...recipe, image: { '@type': 'ImageObject', name: 'A' } }, ['image.contentUrl']],
  ['a picture within its address', { ...recipe, image: 'data:image/png;base64,AA' }, ['image']],
  ['a moment that is a number', { ...video, uploadDate: 20260331 }, ['uploadDate']],
]

it.each(rejected)('%s is an error, and the item gets no rich result', (_what, item, errors) => {
  expect(judged(item)).toMatchObject({ valid: false, richResult: null, errors: expect.arrayContaining(errors) })
})

it.each([
  ['a trail', trail(place({}), last), 'breadcrumb'],
  ['a trail of things', trail(place({ name: undefined, item: { '@id': site, name: 'A' } }), last), 'breadcrumb'],
  ['a product', product({ offers, review, aggregateRating: rating }), 'product-snippet'],
  ['a rating in parts', product({ aggregateRating: { ...rating, ratingValue: '8/10' } }), 'product-snippet'],
  ['numbers as text', product({ aggregateRating: { ...rating, ratingCount: '8' } }), 'product-snippet'],
  ['a job', job({}), 'job-posting'],
  ['a recipe', { ...recipe, image: { '@type': 'ImageObject', url: `${site}a.jpg` } }, 'recipe'],
  ['a video', video, 'video'],
])('%s with all of it right gets its result', (_what, item, richResult) => {
  expect(judged(item)).toEqual({ valid: true, richResult, errors: [] })
})

it('an id leads to the item of the page that has what is wanted', () => {
  const office = { '@id': '#office', '@type': 'Place', address }
  const graph = [job({ jobLocation: { '@id': '#office' } }), office]
  expect(judged({ '@graph': graph })).toMatchObject({ valid: true, richResult: 'job-posting' })
  expect(judged({ '@graph': [graph[0], { ...office, address: 'Berlin' }] })).toMatchObject({ valid: false })
})

it('says of what type a value has to be', () => {
  const [item] = check(JSON.stringify({ '@context': 'https://schema.org', ...job({ jobLocation: 'Berlin' }) })).items
  expect(item?.errors.find(({ severity }) => severity === 'error')).toMatchObject({
    code: 'GOOGLE_VALUE',
    message: "Google's job-posting needs jobLocation to be an item of type Place",
    path: 'jobLocation',
  })
})

it('a list without places asks for no result of Google', () => {
  const pages = [{ '@type': 'SiteNavigationElement', name: 'A', url: site }]
  expect(judged({ '@type': 'ItemList', itemListElement: pages })).toEqual({ valid: true, richResult: null, errors: [] })
})

it('the address of a place in Microdata may be the link that it is', () => {
  const li = (position: number, inner: string) =>
    `<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">${inner}<meta itemprop="position" content="${position}"></li>`
  const thing = (link: string) =>
    `<a itemprop="item" itemscope itemtype="https://schema.org/WebPage" ${link}><b itemprop="name">A</b></a>`
  const page = (link: string) =>
    `<ol itemscope itemtype="https://schema.org/BreadcrumbList">${li(1, thing(link))}${li(2, '<b itemprop="name">B</b>')}</ol>`
  expect(check(page('href="/a"')).items[0]).toMatchObject({ valid: true, richResult: 'breadcrumb' })
  expect(check(page('')).items[0]).toMatchObject({ valid: false, richResult: null })
})
