import { operationOf } from '@rts/shared/contract/table'
import { z } from 'zod'
import { given } from './fields.ts'
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
    title: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

/** Built once: a list is the same for all keys of a kind, and for all callers without a key. */
export function publish({ operation, name, title, description, input, output, hints }: Tool) {
  const { reads, idempotent, openWorld } = hints
  return {
    name,
    title,
    description: operationOf(operation).planned ? `Not built yet. ${description}` : description,
    inputSchema: jsonSchemaOf(input, 'input'),
    outputSchema: openToAdditions(jsonSchemaOf(output, 'output')),
    annotations: {
      title,
      readOnlyHint: reads,
      // No tool deletes or overwrites anything.
      destructiveHint: false,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  } satisfies PublishedTool
}

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): ObjectJsonSchema {
  const override = ({ jsonSchema }: { jsonSchema: Json }) => {
    // A format replaces its pattern of 200 characters, and `integer` replaces the bounds of a double.
    if (jsonSchema.format) delete jsonSchema.pattern
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  }
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override })
  return { ...Object(everywhere(rest, oneTypeEach)), type: 'object' }
}

/** Clients that support only one type per schema warn about a list of types. */
function oneTypeEach(schema: Json): Json {
  const { type: types, description, default: preset, ...rest } = schema
  if (!Array.isArray(types)) return schema
  const anyOf = types.map((type) => (type === 'null' ? { type } : { type, ...rest }))
  return { ...given({ description, default: preset }), anyOf }
}

/** Answers may gain fields, so a client must not refuse unknown ones. */
function openToAdditions(schema: ObjectJsonSchema): ObjectJsonSchema {
  const opened = everywhere(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === false ? rest : { ...rest, ...given({ additionalProperties }) },
  )
  return { ...Object(opened), type: 'object' }
}

function everywhere(node: unknown, change: (schema: Json) => Json): unknown {
  if (Array.isArray(node)) return node.map((child) => everywhere(child, change))
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node).map(([key, child]) => [key, everywhere(child, change)])
  return change(Object.fromEntries(entries))
}
