import { z } from 'zod'

/** Descriptions for integrators. Apart from zod's own descriptions, which agents pay for with every list of tools. */
export const words = z.registry<{ description: string; example?: unknown; choices?: readonly string[] }>()

/** Gives a schema its meaning and an example; one that has words already is copied. */
export function described<S extends z.ZodType>(schema: S, description: string, example?: unknown): S {
  const own = words.has(schema) ? schema.clone() : schema
  words.add(own, example === undefined ? { description } : { description, example })
  return own
}

/** The reference lists only these choices: the others are not for server keys. */
export function keysChoose<S extends z.ZodType>(field: S, choices: readonly string[]): S {
  const said = words.get(field)
  if (said) words.add(field, { ...said, choices })
  return field
}
