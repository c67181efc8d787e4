/** The refusal of a request. */
export function refused({ detail }: { code: string; detail: string }): string {
  return detail
}

/** Why one field of a request was refused. */
export function fieldRefused(message: string): string {
  return message
}
