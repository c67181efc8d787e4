import { sandboxVariables } from '@rts/outside/config'
import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/overrides'
import { commonVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'

/** The variables of this service. */
export const configSchema = z
  .object({
    ...commonVariables,
    ...fetchVariables,
    ...sandboxVariables,
    /** Named to the sites whose pages are read, so that they know who reads. */
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
    /** Threads that check structured data, each with 256 MB of heap at most. */
    SCHEMA_CHECK_THREADS: integerVariable(1, 16).default(1),
  })
  .superRefine((config, context) => {
    for (const issue of hostOverrideIssues(config)) {
      context.addIssue({ code: 'custom', path: ['HOST_OVERRIDES'], message: issue.replace(/^\w+: /, '') })
    }
  })
export type ContentConfig = z.output<typeof configSchema>
