import { integerVariable } from '@rts/shared/config'
import type { z } from 'zod'

/** The variables of structured data. */
export const schemaVariables = {
  /** Threads that check structured data, each with 256 MB of heap at most. */
  SCHEMA_CHECK_THREADS: integerVariable(1, 16).default(1),
}
export type SchemaConfig = z.output<z.ZodObject<typeof schemaVariables>>
