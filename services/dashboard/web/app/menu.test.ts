import { expect, it } from 'vitest'
import { pages } from '../routes.ts'
import { pageOfOtherSite, pathTo } from './menu.ts'

it('another site is shown on the same kind of page', () => {
  expect(pageOfOtherSite(pages.backlinks)).toBe(pages.backlinks)
  expect(pageOfOtherSite(pages.site)).toBe(pages.site)
})

it('from an article another site shows its articles, and from a page of the account its overview', () => {
  expect(pageOfOtherSite(pages.article)).toBe(pages.articles)
  expect([pages.team, pages.home, pages.receipt].map(pageOfOtherSite)).toEqual([pages.site, pages.site, pages.site])
})

it('a page is below those whose paths begin its own', () => {
  expect(pathTo(pages.article)).toEqual([pages.site, pages.articles, pages.article])
  expect(pathTo(pages.receipt)).toEqual([pages.orders, pages.order, pages.receipt])
  expect(pathTo(pages.home)).toEqual([])
})
