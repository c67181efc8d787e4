import { commonVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'
import { serpConfigIssues, serpVariables } from './providers/config.ts'

/** The variables of this service. */
export const projectsConfig = z
  .object({
    ...commonVariables,
    ...serpVariables,
    RANK_CONCURRENCY: integerVariable(1, 64).default(4),
    PAGE_RETENTION_DAYS: integerVariable(1, 3_650).default(90),
  })
  .superRefine((config, context) => {
    for (const issue of serpConfigIssues(config)) {
      const [variable = '', ...message] = issue.split(': ')
      context.addIssue({ code: 'custom', path: [variable], message: message.join(': ') })
    }
  })
export type ProjectsConfig = z.output<typeof projectsConfig>
