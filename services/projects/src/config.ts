import { share } from '@rts/outside/config'
import { commonVariables, integerVariable, keysVariable } from '@rts/shared/config'
import { z } from 'zod'
import { serpConfigIssues, serpVariables } from './rank-checks/config.ts'
import { googleVariables } from './search-console/config.ts'

/** The variables of this service. */
export const configSchema = z
  .object({
    ...commonVariables,
    ...serpVariables,
    ...googleVariables,
    /** The most pages in progress at once in this process. */
    RANK_CONCURRENCY: integerVariable(1, 500).default(50),
    /** Missed checks that are caught up per second after a downtime. */
    RANK_CATCH_UP_PER_SECOND: integerVariable(1, 1_000).default(25),
    /** The part of SERP_DAILY_BUDGET_USD that one account's pages may cost a day. */
    SERP_ACCOUNT_SHARE: share.default(0.2),
    PAGE_RETENTION_DAYS: integerVariable(1, 3_650).default(90),
    /** The address that people use; Google sends them back to it. */
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
      .transform((url) => new URL(url).origin)
      .default('http://127.0.0.1:8080'),
    /** Seal the tokens of connections to Google; CALLER_KEYS if they are not set. */
    SEAL_KEYS: keysVariable.optional(),
  })
  .superRefine((config, context) => {
    for (const issue of serpConfigIssues(config)) {
      const [variable = '', ...message] = issue.split(': ')
      context.addIssue({ code: 'custom', path: [variable], message: message.join(': ') })
    }
  })
export type Config = z.output<typeof configSchema>
