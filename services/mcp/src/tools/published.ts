import { operationOf } from '@rts/shared/contract/table'
import { z } from 'zod'
import type { Tool } from './tool.ts'

type Json = { [key: string]: unknown }
export type ObjectJsonSchema = { type: 'object'; [key: string]: unknown }
export type PublishedTool = {
  name: string
  title: string
  description: string
  inputSchema: ObjectJsonSchema
  outputSchema?: ObjectJsonSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

export function publish({ operation, name, title, description, input, output, hints }: Tool) {
  const { reads, idempotent, openWorld, destroys = false } = hints
  return {
    name,
    title,
    description: operationOf(operation).planned ? `Not built yet. ${description}` : description,
    inputSchema: lean(input, 'input'),
    outputSchema: lean(output, 'output'),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: destroys,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  } satisfies PublishedTool
}

/** Explained once, in the server's instructions. */
const saidOnce: ReadonlySet<string> = new Set(['reason', 'hint', 'updatedAt', 'retryAfterSeconds', 'source', 'sandbox'])

/** Short: each conversation pays for every listed tool. The service checks the rest. */
function lean(schema: z.ZodObject, io: 'input' | 'output'): ObjectJsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  if (io === 'input') return { ...forInput(rest), type: 'object' }
  const properties = Object.entries(Object(rest.properties)).filter(([name]) => !saidOnce.has(name))
  return { type: 'object', properties: mapped(Object.fromEntries(properties), forOutput) }
}

/** Some models take one type per schema. Refusals name the minimum and the default. */
function forInput(schema: Json): Json {
  const { pattern: _p, minLength: _min, maxLength: _max, additionalProperties: _more, ...more } = schema
  const { minimum: _least, minItems: _few, default: _usual, ...rest } = more
  const inside = (key: string, child: unknown) =>
    key === 'properties' ? mapped(Object(child), forInput) : within(child)
  return Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, inside(key, child)]))
}

function within(child: unknown): unknown {
  if (Array.isArray(child)) return child.map(within)
  return child === null || typeof child !== 'object' ? child : forInput(Object(child))
}

/** Open to unknown fields: answers may gain some. Nested fields are only named; names suffice to choose. */
function forOutput(schema: Json): Json {
  const { type, isNull, items, fields } = shapeOf(schema)
  const types = isNull ? [type, 'null'] : type
  if (type === 'array') return { type: types, items: forOutput(Object(items)) }
  return fields === '' ? { type: types } : { type: types, description: fields }
}

function shapeOf(schema: Json): { type: unknown; isNull: boolean; items: unknown; fields: string } {
  const choices: Json[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  const present = choices.find(({ type }) => type !== 'null') ?? schema
  const { type, items, properties } = present
  return { type, items, isNull: choices.length > 1, fields: namesIn(properties) }
}

/** Nested fields follow in brackets. */
function namesIn(properties: unknown): string {
  return Object.entries(Object(properties))
    .map(([name, schema]) => {
      const { type, items, fields } = shapeOf(Object(schema))
      if (type !== 'array') return fields === '' ? name : `${name} {${fields}}`
      const inside = shapeOf(Object(items)).fields
      return inside === '' ? name : `${name} [${inside}]`
    })
    .join(', ')
}

function mapped(fields: Json, change: (schema: Json) => Json): Json {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(Object(value))]))
}
