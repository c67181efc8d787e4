import { describe, expect, it } from 'vitest'
import { createStructuredCheck } from '../check.ts'

const check = createStructuredCheck()
const of = (item: object) => {
  const [root] = check(JSON.stringify({ '@context': 'https://schema.org', ...item })).items
  const said = (root?.errors ?? []).filter(
    ({ code }) => code.startsWith('GOOGLE') && code !== 'GOOGLE_RECOMMENDED_MISSING',
  )
  return { richResult: root?.richResult, said: said.map(({ severity, path }) => `${severity} ${path}`) }
}
const offers = { '@type': 'Offer', price: '5', priceCurrency: 'USD' }
const image = 'https://a.example/a.jpg'
const product = { '@type': 'Product', name: 'Beans' }
const place = (position: number, item?: string) => ({ '@type': 'ListItem', position, name: 'A', item })

describe('a product', () => {
  it('is a snippet with a review, a rating or an offer, and a listing with an image and an offer of its own', () => {
    expect(of({ ...product, offers })).toEqual({ richResult: 'product-snippet', said: ['warning image'] })
    expect(of({ ...product, offers, image })).toEqual({ richResult: 'merchant-listing', said: [] })
    expect(of(product)).toEqual({ richResult: null, said: ['error review'] })
  })

  it('is no listing for nothing, nor of other people’s offers', () => {
    expect(of({ ...product, image, offers: { ...offers, price: 0 } })).toEqual({
      richResult: 'product-snippet',
      said: ['warning offers.price'],
    })
    const priceSpecification = { '@type': 'PriceSpecification', price: 0, priceCurrency: 'USD' }
    expect(of({ ...product, image, offers: { '@type': 'Offer', priceSpecification } })).toEqual({
      richResult: 'product-snippet',
      said: ['warning offers.priceSpecification.price'],
    })
    const many = { '@type': 'AggregateOffer', lowPrice: 1, priceCurrency: 'USD' }
    expect(of({ ...product, image, offers: many }).richResult).toBe('product-snippet')
  })

  it('names the offer that lacks something, and finds what an id points to', () => {
    const list = [offers, { '@type': 'Offer', priceCurrency: 'USD' }]
    expect(of({ ...product, offers: list }).said).toContain('error offers[1].price')
    expect(
      of({
        '@graph': [
          { ...product, image, offers: { '@id': '#o' } },
          { '@id': '#o', ...offers },
        ],
      }),
    ).toEqual({
      richResult: 'merchant-listing',
      said: [],
    })
  })
})

it('a trail has two places, counted from 1, each but the last with a link', () => {
  const trail = (...itemListElement: object[]) => of({ '@type': 'BreadcrumbList', itemListElement })
  expect(trail(place(1, image), place(2))).toEqual({ richResult: 'breadcrumb', said: [] })
  expect(trail(place(2), place(1, image))).toEqual({ richResult: 'breadcrumb', said: [] })
  expect(trail(place(1), place(2)).said).toEqual(['error itemListElement[0].item'])
  expect(trail(place(1, image)).said).toEqual(['error itemListElement'])
  expect(trail(place(1, image), place(3)).said).toEqual(['warning itemListElement[1].position'])
})

it('asks of events, recipes and courses what Google’s tables ask, and no more', () => {
  const location = { '@type': 'Place', address: { '@type': 'PostalAddress', name: 'Here' } }
  expect(of({ '@type': 'Festival', name: 'F', startDate: '2026-05-01', location }).richResult).toBe('event')
  expect(of({ '@type': 'Recipe', name: 'R', image }).richResult).toBe('recipe')
  const nutrition = { '@type': 'NutritionInformation', calories: '9 calories' }
  expect(of({ '@type': 'Recipe', name: 'R', image, nutrition })).toEqual({
    richResult: 'recipe',
    said: ['warning recipeYield'],
  })
  expect(of({ '@type': 'Course', name: 'C', description: 'D' }).richResult).toBe('course')
})

it('asks nothing of an item within another that is no result of its own', () => {
  const performer = { '@type': 'Event', name: 'Another' }
  expect(of({ '@type': 'Person', performerIn: performer })).toEqual({ richResult: null, said: [] })
})

it('a picture of its own without a word of its licence is told so, one within another item is not', () => {
  const said = (item: object) => check(JSON.stringify({ '@context': 'https://schema.org', ...item })).errors
  const picture = { '@type': 'ImageObject', contentUrl: image }
  expect(said(picture)).toMatchObject([{ code: 'GOOGLE_RECOMMENDED_MISSING', severity: 'notice', field: 'license' }])
  const recipe = { '@type': 'Recipe', name: 'R', image: picture }
  expect(said(recipe).map(({ path }) => path)).not.toContain('image.license')
})

it('says that a result is no longer shown, and that its markup is valid', () => {
  const { items } = check('{"@context":"https://schema.org","@type":"FAQPage","mainEntity":{"@type":"Question"}}')
  expect(items[0]).toMatchObject({ valid: true, richResult: null, errors: [{ code: 'RICH_RESULT_RETIRED' }] })
})
