import type { fetchVariables } from '@rts/outside/guarded/fetch-variables'
import { placeOf } from '@rts/outside/guarded/url'
import { dayMs } from '@rts/shared/clock'
import { declareVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'

export const crawlVariables = declareVariables('Crawls', {
  CRAWL_CONCURRENCY: { schema: integerVariable(1, 20).default(2), meaning: 'sites crawled at once, per replica' },
  CRAWL_PAGES_PER_SECOND: {
    schema: integerVariable(1, 1_000).default(20),
    meaning: 'the most requests a second to one site, where its `robots.txt` asks for no delay',
  },
  CRAWL_MINUTES: {
    schema: integerVariable(1, 240).default(15),
    meaning: 'the longest that one site is crawled, all slices together; the pages read until then are audited',
  },
  CRAWL_SLICE_SECONDS: {
    schema: integerVariable(1, 3_600).default(20),
    meaning:
      "how long a crawl has its place to itself; after that it pauses as soon as another account's crawl waits for a place, and goes on at its account's next turn",
  },
  CRAWL_FRESH_DAYS: {
    schema: integerVariable(1, 365).default(7),
    meaning: 'an older audit is made again when it is read',
  },
})
const variables = z.object(crawlVariables)
export type CrawlConfig = z.output<typeof variables> &
  Pick<z.output<z.ZodObject<typeof fetchVariables>>, 'HOST_OVERRIDES'>

export function crawlSettings(config: CrawlConfig) {
  return {
    connections: 4,
    perSecond: config.CRAWL_PAGES_PER_SECOND,
    maxMs: config.CRAWL_MINUTES * 60_000,
    sliceMs: config.CRAWL_SLICE_SECONDS * 1_000,
    freshMs: config.CRAWL_FRESH_DAYS * dayMs,
    isSimulated: (domain: string) => placeOf(config.HOST_OVERRIDES, domain) !== undefined,
  }
}
