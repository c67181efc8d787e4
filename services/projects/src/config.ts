import { sandboxIssues } from '@rts/outside/config'
import { commonVariables, optionalPublicUrl, sealVariables } from '@rts/shared/common-variables'
import { reporting } from '@rts/shared/config'
import { z } from 'zod'
import { serpConfigIssues, serpVariables } from './checks/config.ts'
import { googleVariables } from './search-console/config.ts'

export const configSchema = z
  .object({
    ...commonVariables,
    ...optionalPublicUrl,
    ...sealVariables,
    ...serpVariables,
    ...googleVariables,
  })
  .superRefine(reporting(serpConfigIssues))
  .superRefine(reporting(sandboxIssues))
export type Config = z.output<typeof configSchema>
