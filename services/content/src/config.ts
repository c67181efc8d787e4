import { sandboxVariables } from '@rts/outside/config'
import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/overrides'
import { commonVariables } from '@rts/shared/config'
import { z } from 'zod'
import { crawlVariables } from './crawl/config.ts'
import { schemaVariables } from './structured-data/config.ts'
import { writerConfigIssues, writerVariables } from './writing/config.ts'

/** The variables of this service. */
export const configSchema = z
  .object({
    ...commonVariables,
    ...fetchVariables,
    ...sandboxVariables,
    ...schemaVariables,
    ...crawlVariables,
    ...writerVariables,
    /** Given to the sites whose pages are read, so that they know the reader. */
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
  })
  .superRefine((config, context) => {
    for (const issue of hostOverrideIssues(config)) {
      context.addIssue({ code: 'custom', path: ['HOST_OVERRIDES'], message: issue.replace(/^\w+: /, '') })
    }
    for (const { variable, message } of writerConfigIssues(config))
      context.addIssue({ code: 'custom', path: [variable], message })
  })
export type ContentConfig = z.output<typeof configSchema>
