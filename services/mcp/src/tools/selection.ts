import { z } from 'zod'

/** Agents pay for each field in tokens; the answer's schema names them. */
export function fieldsOf({ shape }: z.ZodObject) {
  const names = Object.keys(shape)
  const name = z.string().refine((asked) => names.includes(asked), `must be one of ${names.join(', ')}`)
  return z.array(name).min(1).optional()
}

/** Chosen fields and those in `always`; without a choice all but `unasked`. */
export function withFields<R extends object, K extends keyof R>(
  rows: R[],
  fields: readonly string[] | undefined,
  always: readonly K[],
  unasked: readonly (keyof R)[] = [],
): (Partial<R> & Pick<R, K>)[] {
  if (!fields && unasked.length === 0) return rows
  const names = new Set<unknown>([...always, ...(fields ?? [])])
  const isShown = (name: string) => (fields ? names.has(name) : !unasked.some((each) => each === name))
  const chosen = (row: R) => Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)))
  // safe because only fields that are not among `always` are dropped
  return rows.map((row) => chosen(row) as Partial<R> & Pick<R, K>)
}
