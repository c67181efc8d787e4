import { z } from 'zod'

/** The choice of a row's fields: an agent pays for each in tokens. Their names stand in the answer's schema alone, for the same reason. */
export function fieldsOf({ shape }: z.ZodObject) {
  const names = Object.keys(shape)
  const name = z.string().refine((asked) => names.includes(asked), `must be one of ${names.join(', ')}`)
  return z.array(name).min(1).optional().describe('Only these fields of each row')
}

/** The rows with the chosen fields alone, and those that say what a row is about. */
export function withFields<R extends object, K extends keyof R>(
  rows: R[],
  fields: readonly string[] | undefined,
  always: readonly K[],
): (Partial<R> & Pick<R, K>)[] {
  if (!fields) return rows
  const names = new Set<unknown>([...always, ...fields])
  const chosen = (row: R) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
  // safe because only fields that are not among `always` are dropped
  return rows.map((row) => chosen(row) as Partial<R> & Pick<R, K>)
}
