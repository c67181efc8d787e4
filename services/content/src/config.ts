import { sandboxIssues, sandboxVariables } from '@rts/outside/config'
import { fetchVariables, hostOverrideIssues } from '@rts/outside/guarded/fetch-variables'
import { commonVariables, publicUrl } from '@rts/shared/common-variables'
import { reporting } from '@rts/shared/config'
import { z } from 'zod'
import { crawlVariables } from './crawl/config.ts'
import { schemaVariables } from './structured-data/config.ts'
import { writerConfigIssues, writerVariables } from './writing/config.ts'

export const configSchema = z
  .object({
    ...commonVariables,
    ...publicUrl,
    ...fetchVariables,
    ...sandboxVariables,
    ...schemaVariables,
    ...crawlVariables,
    ...writerVariables,
  })
  .superRefine(reporting(hostOverrideIssues))
  .superRefine(reporting(writerConfigIssues))
  .superRefine(reporting(sandboxIssues))
export type ContentConfig = z.output<typeof configSchema>
