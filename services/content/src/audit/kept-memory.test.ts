import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { readPage } from '../page/page.ts'
import { factsOf } from './audit.ts'

const pages = 20
const textBytes = 100_000
const url = (n: number) => `https://shop.example/page-${n}.html`

/** A page that writes all addresses as `URL` would. */
function htmlOf(n: number): string {
  const links = Array.from({ length: 20 }, (_, i) => `<a href="${url(n * 20 + i)}">Page ${i}</a><img src="${url(i)}">`)
  return `<html lang="en"><head><title>Page ${n}</title><meta name="description" content="What page ${n} is about">
    <link rel="canonical" href="${url(n)}"><link rel="alternate" hreflang="de" href="${url(n)}"></head>
    <body><h1 id="top">Page ${n}</h1>${links.join('')}<a href="https://other.example/${n}">other</a><p>${'text '.repeat(textBytes / 5)}</p></body></html>`
}

it('facts of pages keep nothing of the pages’ texts in memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const readFacts = (n: number) => {
    const body = Buffer.from(htmlOf(n))
    const headers = { 'content-type': 'text/html' }
    const page = readPage({ url: url(n), status: 200, headers, ms: 1, body })
    return factsOf({ ...page, lacks: [] }, 'shop.example')
  }
  for (let n = 0; n < 5; n++) readFacts(n)
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: pages }, (_, n) => readFacts(n))
  collect()
  const bytes = (process.memoryUsage().heapUsed - before) / kept.length
  expect(bytes).toBeLessThan(textBytes / 2)
})
