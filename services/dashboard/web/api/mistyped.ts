import { Refusal } from './send.ts'

/** What a form refuses whose field `confirm` is not what was asked for. */
export function mistyped(detail: string, message: string): Refusal {
  return new Refusal({
    code: 'invalid_input',
    detail,
    errors: [{ in: 'body', field: 'confirm', code: 'invalid_input', message }],
  })
}
