import { type fetchVariables, placeOf } from '@rts/outside/guarded/overrides'
import { integerVariable } from '@rts/shared/config'
import type { z } from 'zod'

/** The variables of crawls. */
export const crawlVariables = {
  /** Sites that this process crawls at once. */
  CRAWL_CONCURRENCY: integerVariable(1, 20).default(2),
  /** The most requests a second to one site, where its robots.txt asks for no delay. */
  CRAWL_PAGES_PER_SECOND: integerVariable(1, 1_000).default(20),
  /** The longest that one site is crawled. */
  CRAWL_MINUTES: integerVariable(1, 240).default(15),
  /** How long a crawl has its place to itself when another account's waits. */
  CRAWL_SLICE_SECONDS: integerVariable(1, 3_600).default(20),
  /** An older audit is made again when it is read. */
  CRAWL_FRESH_DAYS: integerVariable(1, 365).default(7),
}
export type CrawlConfig = z.output<z.ZodObject<typeof crawlVariables>> &
  Pick<z.output<z.ZodObject<typeof fetchVariables>>, 'HOST_OVERRIDES'>

export function crawlSettings(config: CrawlConfig) {
  return {
    connections: 4,
    perSecond: config.CRAWL_PAGES_PER_SECOND,
    maxMs: config.CRAWL_MINUTES * 60_000,
    sliceMs: config.CRAWL_SLICE_SECONDS * 1_000,
    freshMs: config.CRAWL_FRESH_DAYS * 86_400_000,
    isSimulated: (domain: string) => placeOf(config.HOST_OVERRIDES, domain) !== undefined,
  }
}
