import { z } from 'zod'
import type { ObjectSchema, Operation } from '../contract/operation.ts'
import * as accountRows from '../contract/rows/account.ts'
import * as backlinkRows from '../contract/rows/backlink.ts'
import * as contentRows from '../contract/rows/content.ts'
import * as keywordRows from '../contract/rows/keyword.ts'
import * as promptRows from '../contract/rows/prompt.ts'
import * as rankRows from '../contract/rows/rank.ts'
import * as researchRows from '../contract/rows/research.ts'
import * as searchConsoleRows from '../contract/rows/search-console.ts'
import * as siteRows from '../contract/rows/site.ts'
import * as writingRows from '../contract/rows/writing.ts'
import { words } from '../contract/words.ts'
import { allowance, problem } from './openapi-problems.ts'

export type Json = { [key: string]: unknown }

export const componentPath = '#/components/schemas/'
const options = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) => {
    readable(jsonSchema)
    const said = words.get(zodSchema)
    if (!said) return
    jsonSchema.description = said.description
    if (said.choices) jsonSchema.enum = said.choices
    if ('example' in said) jsonSchema.examples = [said.example]
  },
} as const

/** Drops what a format or `integer` implies. */
function readable(schema: Json): void {
  if (schema.format) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** By public name, with what every answer holds. */
function componentRegistry() {
  const registry = z.registry<{ id: string }>()
  const files = {
    ...siteRows,
    ...keywordRows,
    ...rankRows,
    ...researchRows,
    ...backlinkRows,
    ...promptRows,
    ...contentRows,
    ...writingRows,
    ...searchConsoleRows,
    ...accountRows,
  }
  for (const [name, value] of Object.entries(files)) {
    if (value instanceof z.ZodObject) registry.add(value, { id: name.charAt(0).toUpperCase() + name.slice(1, -3) })
  }
  return registry.add(allowance, { id: 'Allowance' }).add(problem, { id: 'Problem' })
}

export function outputSchemas(rows: Operation[]) {
  const registry = componentRegistry()
  const names = new Map<ObjectSchema, string>()
  for (const { response } of rows) {
    const name = names.get(response) ?? `answer ${names.size}`
    names.set(response, name)
    registry.add(response, { id: name })
  }
  const { schemas } = z.toJSONSchema(registry, { ...options, io: 'output', uri: (id) => componentPath + id })
  const bodies: Json[] = rows.map((row) => openToAdditions(schemas[names.get(row.response) ?? '']))
  return { bodies, components: usedComponents(schemas, [...bodies, { $ref: `${componentPath}Problem` }]) }
}

function usedComponents(schemas: Json, bodies: Json[]): Json {
  const used = new Map<string, Json>()
  const follow = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.set(name, openToAdditions(schemas[name]))
      follow(used.get(name))
    }
  }
  follow(bodies)
  return Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Answers may gain fields: a client must accept unknown ones. */
function openToAdditions(value: unknown): Json {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit)
    if (node === null || typeof node !== 'object') return node
    const kept = Object.entries(node).filter(
      ([key, child]) => !(key === 'additionalProperties' && child === false) && key !== '$schema' && key !== '$id',
    )
    return Object.fromEntries(kept.map(([key, child]) => [key, visit(child)]))
  }
  return Object(visit(value))
}

/** As a caller writes it, before transformation. */
export function inputSchema(schema: ObjectSchema): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { ...options, io: 'input' })
  return rest
}

/** Throws for a field without an example. */
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
