import { declareVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'

export const schemaVariables = declareVariables('Structured data', {
  SCHEMA_CHECK_THREADS: {
    schema: integerVariable(1, 16).default(1),
    meaning: 'threads that check structured data, per replica; each has 256 MB of heap at most',
  },
})
const variables = z.object(schemaVariables)
export type SchemaConfig = z.output<typeof variables>
