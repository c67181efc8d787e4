import type { Problem } from '@rts/shared/errors'
import { api as t } from '../../texts/api.ts'

/** A refusal that `send.ts` has put into the page's language; `errors` name form fields. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly problem: Pick<Problem, 'code' | 'detail'> & Partial<Problem>

  constructor(problem: Refusal['problem']) {
    super(problem.detail)
    this.problem = problem
  }
}

/** The message of a refusal; any other error gets a general one. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.message : t.somethingWentWrong
}

/** The refusal of a form whose field `confirm` lacks the text that was asked for. */
export function mistyped(detail: string, message: string): Refusal {
  return new Refusal({
    code: 'invalid_input',
    detail,
    errors: [{ in: 'body', field: 'confirm', code: 'invalid_input', message }],
  })
}

/** How often a page retries while a failure is temporary. */
const againMs = 5_000

export function isPassing(error: unknown): boolean {
  return error instanceof Refusal && error.problem.retryable === true
}

export function askAgainMs({ error }: { error: unknown }): number | false {
  return error instanceof Refusal && error.problem.code === 'unavailable' ? againMs : false
}
