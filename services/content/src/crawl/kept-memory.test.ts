import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { factsOf } from '../audit/audit.ts'
import { readPage } from '../page/page.ts'
import { createFrontier } from './frontier.ts'
import { createReferences } from './references.ts'

const pages = 200
const textBytes = 100_000
const url = (n: number) => `https://shop.example/page-${n}.html`

/** A page whose addresses are already in `URL` form. */
function htmlOf(n: number): string {
  const links = Array.from({ length: 20 }, (_, i) => `<a href="${url(n * 20 + i)}">Page ${i}</a><img src="${url(i)}">`)
  return `<html lang="en"><head><title>Page ${n}</title><meta name="description" content="What page ${n} is about">
    <link rel="canonical" href="${url(n)}"><link rel="alternate" hreflang="de" href="${url(n)}"></head>
    <body><h1 id="top">Page ${n}</h1>${links.join('')}<a href="https://other.example/${n}">other</a><p>${'text '.repeat(textBytes / 5)}</p></body></html>`
}

it('a crawl keeps in memory what it needs of each page, and nothing of its text', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const rules = { limit: 1_000, isAllowed: () => true }
  const frontier = createFrontier({ ...rules, year: 2026, isSite: () => true })
  const references = createReferences({ ...rules, site: 'shop.example' })
  const read = (n: number) => {
    const headers = { 'content-type': 'text/html' }
    const page = readPage({ url: url(n), status: 200, headers, ms: 1, body: Buffer.from(htmlOf(n)) })
    const facts = factsOf(page, 'shop.example')
    frontier.finish(facts)
    references.note(facts)
  }
  for (let n = 0; n < 5; n++) read(n)
  collect()
  const before = process.memoryUsage().heapUsed
  for (let n = 5; n < 5 + pages; n++) read(n)
  collect()
  expect((process.memoryUsage().heapUsed - before) / pages).toBeLessThan(8_000)
  expect([frontier.done.size, references.outside()[0]?.length]).toEqual([5 + pages, 10])
})
