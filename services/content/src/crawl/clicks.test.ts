import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clicksFrom } from '../audit/testing/sites.ts'
import { createClicks, type Reached } from './frontier.ts'

type Linking = { url: string; redirectTo: string | null; links: string[] }
const urls = Array.from({ length: 12 }, (_, i) => `/${i}`)
const url = fc.constantFrom(...urls)
const page = fc.record({ redirectTo: fc.option(url, { freq: 4 }), links: fc.array(url, { maxLength: 4 }) })
const site = fc.record({
  pages: fc.tuple(...urls.map((url) => page.map((found): [string, Linking] => [url, { url, ...found }]))),
  order: fc.shuffledSubarray(urls, { minLength: urls.length }),
})

function counted(pages: ReadonlyMap<string, Linking>, order: readonly string[]) {
  const reached = new Map(
    urls.map((url): [string, Reached] => [url, { clicks: Number.POSITIVE_INFINITY, isFollowed: false }]),
  )
  reached.set('/0', { clicks: 0, isFollowed: false })
  const clicks = createClicks((url) => reached.get(url))
  let looks = 0
  do {
    looks++
    for (const url of order) clicks.follow(pages.get(url) ?? { url, redirectTo: null, links: [] })
  } while (clicks.wasLate())
  const found = [...reached].flatMap(([url, { clicks }]) => (Number.isFinite(clicks) ? [[url, clicks] as const] : []))
  return { looks, clicks: new Map(found) }
}

it('in whatever order pages are read, each is as many clicks away as level by level', () => {
  fc.assert(
    fc.property(site, ({ pages, order }) => {
      const places = new Map(pages)
      expect(counted(places, order).clicks).toEqual(clicksFrom('/0', places))
    }),
    { numRuns: runs(500) },
  )
})

it('pages that are read level by level are looked at once, in the opposite order again and again', () => {
  const row = new Map(urls.map((url, i) => [url, { url, redirectTo: null, links: [urls[i + 1] ?? url] }]))
  expect(counted(row, urls).looks).toBe(1)
  expect(counted(row, urls.toReversed()).looks).toBe(urls.length)
})
