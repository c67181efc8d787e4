import { z } from 'zod'

/** Descriptions for integrators. Apart from zod's own descriptions, which agents pay for with every list of tools. */
export const words = z.registry<{ description: string; example?: unknown }>()

/** The schema with its meaning and an example. One that has words already is shared: its copy gets these. */
export function described<S extends z.ZodType>(schema: S, description: string, example?: unknown): S {
  const own = words.has(schema) ? schema.clone() : schema
  words.add(own, example === undefined ? { description } : { description, example })
  return own
}
