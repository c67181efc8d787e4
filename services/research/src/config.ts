import { budgetVariable, sandboxIssues } from '@rts/outside/config'
import { commonVariables } from '@rts/shared/common-variables'
import { declareVariables, integerVariable, reporting, shareVariable } from '@rts/shared/config'
import { z } from 'zod'
import { engineConfigIssues, engineVariables } from './ai/config.ts'
import { graphVariables } from './graph/config.ts'
import { keywordConfigIssues, keywordVariables } from './keywords/config.ts'
import { linkConfigIssues, linkVariables } from './links/config.ts'

export const configSchema = z
  .object({
    ...commonVariables,
    ...declareVariables('Research', {
      RESEARCH_DAILY_BUDGET_USD: budgetVariable(
        'the most that all runs, AI answers among them, may cost a UTC day, over all replicas',
      ),
      RESEARCH_ACCOUNT_SHARE: {
        schema: shareVariable.default(0.2),
        meaning: "the part of the budget that one account's runs may cost a day",
      },
      RESEARCH_CONCURRENCY: {
        schema: integerVariable(1, 200).default(20),
        meaning: 'runs for waiting readers at once, per replica',
      },
    }),
    ...keywordVariables,
    ...linkVariables,
    ...graphVariables,
    ...engineVariables,
  })
  .superRefine(reporting(keywordConfigIssues))
  .superRefine(reporting(linkConfigIssues))
  .superRefine(reporting(engineConfigIssues))
  .superRefine(reporting(sandboxIssues))
export type Config = z.output<typeof configSchema>
