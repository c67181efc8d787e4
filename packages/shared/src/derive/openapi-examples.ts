import type { Json } from './openapi-schemas.ts'

/** An example of a whole schema, put together from those of its fields; of an object, what it always has. Throws for a field without one. */
export function exampleOf(schema: Json, components: Json): unknown {
  const { examples, $ref, anyOf, properties, required, description } = schema
  if (Array.isArray(examples)) return examples[0]
  if (typeof $ref === 'string') return exampleOf(Object(components[$ref.split('/').at(-1) ?? '']), components)
  if ('const' in schema) return schema.const
  if (Array.isArray(anyOf)) return exampleOf(Object(anyOf[0]), components)
  if (schema.type === 'array') return [exampleOf(Object(schema.items), components)]
  if (properties === undefined) throw new Error(`A field needs an example: ${description}`)
  const always: unknown[] = Array.isArray(required) ? required : []
  return Object.fromEntries(
    Object.entries(Object(properties))
      .filter(([name]) => always.includes(name))
      .map(([name, field]) => [name, exampleOf(Object(field), components)]),
  )
}
