import { AppError, type FieldError } from '../errors.ts'

/** The refusal of an input with bad fields: it names them in its sentence, and the first hundred one by one. */
export function inputError(errors: FieldError[]): AppError {
  const code = errors.every((error) => error.code === 'unknown_field') ? 'unknown_field' : 'invalid_input'
  const sentence = errors.map((error) => `${error.field || error.in} ${error.message}`).join('; ')
  return new AppError(code, sentence.slice(0, 1_000), { errors: errors.slice(0, 100) })
}

/** A caller's text, made safe to repeat in an answer: short, and without characters that could break a line. */
export function printable(text: string): string {
  return text.replace(/[^\p{L}\p{N}_.[\]-]/gu, '?').slice(0, 100)
}
