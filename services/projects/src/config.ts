import { share } from '@rts/outside/config'
import { commonVariables, optionalPublicUrl, sealVariables } from '@rts/shared/common-variables'
import { declareVariables, integerVariable, reporting } from '@rts/shared/config'
import { z } from 'zod'
import { serpConfigIssues, serpVariables } from './rank-checks/config.ts'
import { googleVariables } from './search-console/config.ts'

/** The variables of this service. */
export const configSchema = z
  .object({
    ...commonVariables,
    ...optionalPublicUrl,
    ...sealVariables,
    ...serpVariables,
    ...declareVariables('Rank checks', {
      SERP_ACCOUNT_SHARE: {
        schema: share.default(0.2),
        meaning:
          "the part of the budget that one account's pages may cost a day, over all replicas; the page that reaches it is the last",
      },
      RANK_CONCURRENCY: {
        schema: integerVariable(1, 500).default(50),
        meaning: 'pages in progress at once, per replica',
      },
      RANK_CATCH_UP_PER_SECOND: {
        schema: integerVariable(1, 1_000).default(25),
        meaning: 'missed checks made up for a second after a downtime',
      },
      PAGE_RETENTION_DAYS: {
        schema: integerVariable(1, 3_650).default(90),
        meaning: 'how long whole results pages and failed checks are kept; positions stay',
      },
    }),
    ...googleVariables,
  })
  .superRefine(reporting(serpConfigIssues))
export type Config = z.output<typeof configSchema>
