// Crawlee's CheerioCrawler over a local site with five checks: title, h1, words, links, JSON-LD.
import { createRequire } from 'node:module'
import path from 'node:path'
import { peakMegabytes } from '../../harness/measure.ts'

type Page = {
  $: (selector: string) => { text(): string; length: number; each(call: (i: number, element: unknown) => void): void }
  enqueueLinks(): Promise<unknown>
}
type Crawler = { run(start: string[]): Promise<unknown> }
type Crawlee = {
  CheerioCrawler: new (options: object, config: unknown) => Crawler
  Configuration: new (options: object) => unknown
}

const [, , folder = '', port, pages] = process.argv
const load = createRequire(path.join(folder, 'package.json'))
// safe because the package has these two classes; it is installed for this run alone and its types with it
const { CheerioCrawler, Configuration } = load('@crawlee/cheerio') as Crawlee

let read = 0
const sums = { titles: 0, h1: 0, words: 0, links: 0, blocks: 0 }
const crawler = new CheerioCrawler(
  {
    maxConcurrency: 4,
    minConcurrency: 4,
    maxRequestsPerCrawl: Number(pages),
    // Otherwise it waits while the machine has other work, and takes minutes for a few hundred pages.
    autoscaledPoolOptions: {
      maybeRunIntervalSecs: 0.01,
      systemStatusOptions: { maxCpuOverloadedRatio: 1, maxEventLoopOverloadedRatio: 1, maxMemoryOverloadedRatio: 1 },
    },
    async requestHandler({ $, enqueueLinks }: Page) {
      read++
      sums.titles += $('head > title').text().length
      sums.h1 += $('h1').length
      sums.words += $('main').text().split(/\s+/).length
      sums.links += $('a[href]').length
      $('script[type="application/ld+json"]').each(() => {
        JSON.parse($('script[type="application/ld+json"]').text())
        sums.blocks++
      })
      await enqueueLinks()
    },
  },
  new Configuration({ persistStorage: false, availableMemoryRatio: 0.9 }),
)
const before = process.cpuUsage()
// All addresses are known from the start: a queue that only links fill pauses for half a minute now and then.
await crawler.run(Array.from({ length: Number(pages) }, (_, i) => `http://127.0.0.1:${port}/page-${i}.html`))
const { user, system } = process.cpuUsage(before)
process.send?.({ cpuMs: (user + system) / 1_000, read, peakMb: peakMegabytes(process.pid), sums })
