import { Refusal } from './send.ts'

/** The refusal of a form whose field `confirm` lacks the text that was asked for. */
export function mistyped(detail: string, message: string): Refusal {
  return new Refusal({
    code: 'invalid_input',
    detail,
    errors: [{ in: 'body', field: 'confirm', code: 'invalid_input', message }],
  })
}
