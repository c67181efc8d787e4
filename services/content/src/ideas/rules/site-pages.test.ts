import { expect, it } from 'vitest'
import { sitePages } from './site-pages.ts'
import { pageOf } from './testing/known.ts'

it('a page is about what its title and main heading hold together; the closest one is named', () => {
  const pages = sitePages([
    pageOf('shop', 'Garden tools, spades and more for everybody'),
    pageOf('spades', 'Spades', 'for the garden'),
    pageOf('a-copy', 'Spades', 'for the garden'),
    pageOf('pots', 'Pots'),
  ])
  expect(pages.count).toBe(4)
  expect(pages.about(['garden', 'spades'])?.url).toBe('https://own.com/a-copy')
  expect(pages.about(['tools'])?.url).toBe('https://own.com/shop')
  expect(pages.about(['pots', 'garden'])).toBeUndefined()
  expect(pages.about(['unheard'])).toBeUndefined()
  expect(pages.about([])).toBeUndefined()
  expect(pages.at('https://own.com/pots')?.title).toBe('Pots')
})
