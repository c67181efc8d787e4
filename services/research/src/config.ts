import { share, usd } from '@rts/outside/config'
import { commonVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'
import { engineConfigIssues, engineVariables } from './ai/config.ts'
import { graphVariables } from './graph/config.ts'
import { keywordConfigIssues, keywordVariables } from './keywords/config.ts'
import { linkConfigIssues, linkVariables } from './links/config.ts'

/** The variables of this service. */
export const configSchema = z
  .object({
    ...commonVariables,
    ...keywordVariables,
    ...linkVariables,
    ...graphVariables,
    ...engineVariables,
    RESEARCH_DAILY_BUDGET_USD: usd.optional(),
    /** The part of RESEARCH_DAILY_BUDGET_USD that one account's runs may cost a day. */
    RESEARCH_ACCOUNT_SHARE: share.default(0.2),
    /** Runs for readers who wait, at once in this process. */
    RESEARCH_CONCURRENCY: integerVariable(1, 200).default(20),
  })
  .superRefine((config, context) => {
    const issues = [keywordConfigIssues, linkConfigIssues, engineConfigIssues].flatMap((issuesOf) => issuesOf(config))
    for (const { variable, message } of issues) context.addIssue({ code: 'custom', path: [variable], message })
  })
export type Config = z.output<typeof configSchema>
