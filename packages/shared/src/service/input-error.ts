import { AppError, type FieldError } from '../errors.ts'

/** Of ten thousand bad fields a caller reads the first ones. */
export const maxNamed = 100

/** The refusal of an input with bad fields: it names the first ones in its sentence and one by one. */
export function inputError(errors: FieldError[]): AppError {
  const code = errors.every((error) => error.code === 'unknown_field') ? 'unknown_field' : 'invalid_input'
  const sentence = errors.map((error) => `${error.field || error.in} ${error.message}`).join('; ')
  return new AppError(code, sentence.slice(0, 1_000), { errors: errors.slice(0, maxNamed) })
}

/** A caller's text, made safe to repeat in an answer: short, and without characters that could break a line. */
export function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\p{L}\p{N}_.[\]-]/gu, '?')
}
