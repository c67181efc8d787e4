import { sandboxVariables } from '@rts/outside/config'
import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/overrides'
import { commonVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'
import { writerConfigIssues, writerVariables } from './writing/config.ts'

/** The variables of this service. */
export const configSchema = z
  .object({
    ...commonVariables,
    ...fetchVariables,
    ...sandboxVariables,
    ...writerVariables,
    /** Named to the sites whose pages are read, so that they know who reads. */
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
    /** Threads that check structured data, each with 256 MB of heap at most. */
    SCHEMA_CHECK_THREADS: integerVariable(1, 16).default(1),
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
  })
  .superRefine((config, context) => {
    for (const issue of hostOverrideIssues(config)) {
      context.addIssue({ code: 'custom', path: ['HOST_OVERRIDES'], message: issue.replace(/^\w+: /, '') })
    }
    for (const { variable, message } of writerConfigIssues(config))
      context.addIssue({ code: 'custom', path: [variable], message })
  })
export type ContentConfig = z.output<typeof configSchema>
