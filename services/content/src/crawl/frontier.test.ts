import { expect, it } from 'vitest'
import { factsOfOther } from '../audit/facts.ts'
import { createFrontier } from './frontier.ts'

const at = (path: string) => `https://a.example${path}`
const frontier = (limit = 10) =>
  createFrontier({
    limit,
    year: 2026,
    isSite: (url) => url.startsWith('https://a.example/'),
    isAllowed: (url) => !url.includes('private'),
  })
const page = (path: string, ...links: string[]) => factsOfOther({ url: at(path), status: 200, links: links.map(at) })
const all = (of: { next(): string | null }) => {
  const urls: string[] = []
  for (let url = of.next(); url !== null; url = of.next()) urls.push(new URL(url).pathname)
  return urls
}

it('counts clicks from a page that an earlier run found by the sitemap alone', () => {
  const crawl = frontier()
  crawl.start(at('/'))
  for (const read of [page('/', '/slow'), page('/listed', '/far')]) crawl.finish(read)
  crawl.addListed(at('/listed'))
  crawl.finish(page('/slow', '/listed'))
  expect(crawl.wasLate()).toBe(true)
  crawl.followAgain(page('/listed', '/far'))
  expect(['/listed', '/far'].map((path) => crawl.clicksTo(at(path)))).toEqual([2, 3])
})

it('gives each address once: what is linked level by level, then what is only listed', () => {
  const crawl = frontier()
  crawl.start(at('/'))
  for (const path of ['/listed', '/a', '/']) crawl.addListed(at(path))
  expect(crawl.next()).toBe(at('/'))
  crawl.finish(page('/', '/b', '/a', '/b'))
  expect(all(crawl)).toEqual(['/b', '/a', '/listed'])
  crawl.finish(page('/b', '/', '/c'))
  expect(all(crawl)).toEqual(['/c'])
})

it('leaves out other sites and traps, and remembers what robots.txt forbids', () => {
  const crawl = frontier()
  crawl.start(at('/'))
  crawl.next()
  crawl.finish({ ...page('/', '/private', '/x/x/x/x/x'), redirectTo: 'https://other.example/' })
  expect(all(crawl)).toEqual([])
  // Sites generate other addresses without end: none are kept.
  expect([...crawl.blocked]).toEqual([at('/private')])
  expect(crawl.known()).toBe(1)
})

it('stops at its limit and still knows what is left', () => {
  const crawl = frontier(2)
  crawl.start(at('/'))
  crawl.next()
  crawl.finish(page('/', '/a', '/b', '/c'))
  expect([all(crawl), crawl.known()]).toEqual([['/a'], 4])
})

it('knows a bounded number of addresses', () => {
  const crawl = frontier(10)
  crawl.start(at('/'))
  crawl.finish(page('/', ...Array.from({ length: 5_000 }, (_, i) => `/${i}`)))
  expect(crawl.known()).toBe(1_000)
})

it('is the same again from the pages that were done', () => {
  const [first, again] = [frontier(), frontier()]
  first.start(at('/'))
  const done = [page('/', '/a', '/b'), page('/a', '/c')]
  for (const facts of done) {
    first.next()
    first.finish(facts)
  }
  again.start(at('/'))
  for (const facts of done) again.finish(facts)
  expect(all(again)).toEqual(all(first))
  expect(again.known()).toBe(first.known())
})
