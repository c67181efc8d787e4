import { contentOperations } from '@rts/shared/contract/operations/content'
import { type Written, writtenAs } from '@rts/shared/contract/written'
import type { Answer } from './answer.ts'
import type { Source } from './schema-code.ts'

/** The body of `schema.check`, or with a source of `siteSchema.check`. */
export function writeCheck(answer: Answer, source: Source | undefined): Written {
  // Not from the table, which needs more memory than the check.
  const name = source ? 'siteSchema.check' : 'schema.check'
  return writtenAs(name, contentOperations[name].response, { ...answer, ...source })
}
