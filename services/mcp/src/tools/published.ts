import { operationOf } from '@rts/shared/contract/table'
import { z } from 'zod'
import type { Tool } from './tool.ts'

type Json = { [key: string]: unknown }
/** A JSON Schema of an object, as the protocol requires for tools. */
export type ObjectJsonSchema = { type: 'object'; [key: string]: unknown }
/** A tool as `tools/list` shows it, in the protocol's format, which both SDKs share. */
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

/** Built once: a list is the same for all keys of a kind, and for all callers without a key. */
export function publish({ operation, name, title, description, input, output, hints }: Tool) {
  const { reads, idempotent, openWorld, destroys = false } = hints
  return {
    name,
    title,
    description: operationOf(operation).planned ? `Not built yet. ${description}` : description,
    inputSchema: lean(input, 'input', forInput),
    outputSchema: lean(output, 'output', forOutput),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: destroys,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  } satisfies PublishedTool
}

/** A schema as short as a model needs it: every tool of a list is paid for in each conversation. The service checks the rest. */
function lean(schema: z.ZodObject, io: 'input' | 'output', change: (schema: Json) => Json): ObjectJsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return { ...Object(everywhere(rest, change)), type: 'object' }
}

/** Clients hand inputs to models that take one type a schema: none of ours has two. */
function forInput({ pattern: _p, minLength: _min, maxLength: _max, additionalProperties: _more, ...rest }: Json): Json {
  return rest
}

/**
 * Answers may gain fields, so a client must not refuse unknown ones; null is listed beside a type, and codes and the fields of objects
 * that may be null speak for themselves.
 */
function forOutput(schema: Json): Json {
  const { pattern: _p, format: _f, minimum: _min, maximum: _max, required: _r, const: _c, enum: _e, ...rest } = schema
  if (rest.additionalProperties === false) delete rest.additionalProperties
  const [one, none, ...more]: Json[] = Array.isArray(rest.anyOf) ? rest.anyOf : []
  if (!one || none?.type !== 'null' || more.length > 0) return rest
  const { properties: _fields, ...type } = one
  return { ...type, type: [one.type, 'null'] }
}

/** Changes a schema and those inside it; `properties` are not one, but named ones. */
function everywhere(node: unknown, change: (schema: Json) => Json): unknown {
  if (Array.isArray(node)) return node.map((child) => everywhere(child, change))
  if (node === null || typeof node !== 'object') return node
  const inside = (key: string, child: unknown) =>
    key === 'properties' ? mapped(Object(child), (schema) => everywhere(schema, change)) : everywhere(child, change)
  return change(Object.fromEntries(Object.entries(node).map(([key, child]) => [key, inside(key, child)])))
}

function mapped(fields: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]))
}
