import { expect, it } from 'vitest'
import { suggestRivals } from './suggested-rivals.ts'

it('counts a host once a page, by its best position, and puts the one on most pages first', () => {
  const pages = [
    ['www.a.com', 'a.com', 'b.com'],
    ['b.com', '', 'a.com'],
    ['', 'b.com'],
  ]
  expect(suggestRivals(pages, [])).toEqual([
    { domain: 'b.com', pages: 3, best: 1 },
    { domain: 'a.com', pages: 2, best: 1 },
  ])
})

it('of hosts on equally many pages the one with better positions is first', () => {
  expect(suggestRivals([['a.com', 'b.com']], []).map(({ domain }) => domain)).toEqual(['a.com', 'b.com'])
  expect(suggestRivals([['z.com', 'b.com']], []).map(({ domain }) => domain)).toEqual(['z.com', 'b.com'])
})

it('leaves out the site, its competitors and hosts below them, and what is beyond the first ten', () => {
  const page = ['shop.own.com', 'rival.com', 'notown.com', ...Array.from({ length: 7 }, () => ''), 'eleventh.com']
  expect(suggestRivals([page], ['own.com', 'rival.com']).map(({ domain }) => domain)).toEqual(['notown.com'])
})
