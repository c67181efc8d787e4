import { contentOperations } from '@rts/shared/contract/operations/content'
import { type Written, writtenAs } from '@rts/shared/contract/written'
import type { Answer } from './answer.ts'

/** The body of `schema.check`, or with a source of `siteSchema.check`. */
export function writeCheck(answer: Answer, source: Source | undefined): Written {
  // Not from the table, which needs more memory than the check.
  const name = source ? 'siteSchema.check' : 'schema.check'
  return writtenAs(name, contentOperations[name].response, { ...answer, ...source })
}

const maxBytes = 512_000

export const codeTooLarge = 'code has at most 512,000 bytes of UTF-8'

/** In UTF-8 bytes, whatever the request's encoding. */
export function isCodeTooLarge(code: string): boolean {
  return code.length > maxBytes || Buffer.byteLength(code) > maxBytes
}

/** A text's source, in answers about a site. */
export type Source = { source: 'code' | 'url'; url: string | null }
