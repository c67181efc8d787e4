import type { z } from 'zod'
import { AppError, type FieldError } from '../errors.ts'
import { faults } from '../texts/faults.ts'
import type { Sentence } from '../texts/sentence.ts'

/** Follows the field's name, where the schema has no words. */
export function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${isWhole(issue) ? 'a whole number' : (typesInWords[issue.expected] ?? issue.expected)}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
      return faultOf(issue)?.text ?? bounded(issue.origin, 'at least', issue.minimum)
    case 'too_big':
      return faultOf(issue)?.text ?? bounded(issue.origin, 'at most', issue.maximum)
    case 'invalid_format':
      return issue.format === 'email' ? 'must be a mail address' : undefined
    default:
      return undefined
  }
}

/** From the catalogue; undefined for faults that only programs meet. */
export function faultOf(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Sentence | undefined {
  if (issue.code === 'custom') return issue.params?.sentence
  if (issue.code === 'too_small' && issue.origin === 'string') return faults.tooShort({ min: Number(issue.minimum) })
  if (issue.code === 'too_big' && issue.origin === 'string') return faults.tooLong({ max: Number(issue.maximum) })
  return undefined
}

const typesInWords: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Zod asks for a number first, then for a whole one. */
function isWhole({ inst, expected }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): boolean {
  return expected === 'int' || Object(inst?._zod.def).format === 'safeint'
}

function bounded(origin: string, side: string, bound: number | bigint): string {
  if (origin !== 'array') return `must be ${side} ${bound}`
  return `must have ${side} ${bound} ${Number(bound) === 1 ? 'entry' : 'entries'}`
}

/** Of ten thousand, a caller reads the first ones. */
export const maxNamed = 100

/** Names the first bad fields in a sentence and one by one. */
export function inputError(errors: FieldError[]): AppError {
  const code = errors.every((error) => error.code === 'unknown_field') ? 'unknown_field' : 'invalid_input'
  const sentence = errors.map((error) => `${error.field || error.in} ${error.message}`).join('; ')
  return new AppError(code, sentence.slice(0, 1_000), { errors: errors.slice(0, maxNamed) })
}

export function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\p{L}\p{N}_.[\]-]/gu, '?')
}
