import { z } from 'zod'

/** For integrators; apart from zod's own descriptions, which agents pay for in every tool list. */
export const words = z.registry<{ description: string; example?: unknown; choices?: readonly string[] }>()

/** Copies a schema that is already described. */
export function described<S extends z.ZodType>(schema: S, description: string, example?: unknown): S {
  const own = words.has(schema) ? schema.clone() : schema
  words.add(own, example === undefined ? { description } : { description, example })
  return own
}

/** The reference lists only these: others are not for server keys. */
export function keysChoose<S extends z.ZodType>(field: S, choices: readonly string[]): S {
  const said = words.get(field)
  if (said) words.add(field, { ...said, choices })
  return field
}
