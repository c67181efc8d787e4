import type { FieldError, PageProblem } from '@rts/shared/errors'

/** The refusal of a request. */
export function refused({ detail }: Pick<PageProblem, 'code' | 'detail' | 'sentence'>): string {
  return detail
}

/** Why one field of a request was refused. */
export function fieldRefused({ message }: Pick<FieldError, 'message' | 'sentence'>): string {
  return message
}
