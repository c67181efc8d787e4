import type { Response } from 'express'
import type { z } from 'zod'

/** Null after a 400 that names the bad fields. */
export function readInput<S extends z.ZodType>(schema: S, input: unknown, res: Response): z.output<S> | null {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return names.map((path) => ({ field: fieldName(path), message: issue.message }))
  })
  res.status(400).json({ error: errors.map(({ field, message }) => `${field}: ${message}`).join('; '), errors })
  return null
}

function fieldName(path: PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return name.replace(/^\./, '') || 'body'
}
