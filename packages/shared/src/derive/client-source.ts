import { z } from 'zod'
import * as f from '../contract/fields.ts'
import { webhookTypes } from '../contract/webhooks.ts'
import { openApiDocument } from './openapi.ts'
import { inputSchema, type Json } from './openapi-schemas.ts'
import { eventName } from './openapi-webhooks.ts'

const head = '// Written from the table of operations by `npm run openapi`; never edited by hand.'

/** The fields that many calls share: each a type of its own. */
const shared = { OfSite: { id: f.siteId }, AskedPage: f.paging, Page: f.paged, Collecting: f.collectState }
const parts = Object.entries(shared).map(([name, shape]) => ({ name, fields: fieldsOf(inputSchema(z.object(shape))) }))

/** The client package's source: types of the API, and the path of each call. */
export function clientSource(): string {
  const document = openApiDocument()
  const components = Object.entries<Json>(Object(Object(document.components).schemas))
  const types = components.map(([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema)}\n`)
  const partTypes = parts.map(({ name, fields }) => `export type ${name} = ${braced(fields)}\n`)
  const listed = operationsOf(Object(document.paths))
  const entities = Object.entries(Object.groupBy(listed, ({ name }) => name.split('.')[0] ?? ''))
  const api = entities.map(([entity, some = []]) => `${entity}: {\n${some.map(methodOf).join('\n')}\n}`)
  const events = `/** An event of a site, as its webhooks get it. */\nexport type WebhookEvent = ${webhookTypes.map(eventName).join(' | ')}\n`
  const imports = `import type { Call, Collected, Paged, PagedCollected, Row } from './shapes.ts'\n`
  const shape = `/** Every operation of the API. */\nexport type Api = {\n${api.join('\n')}\n}\n`
  const calls = listed.map((one) => `${JSON.stringify(one.name)}: ${JSON.stringify(rowOf(one))},`)
  const table = `export const calls = {\n${calls.join('\n')}\n} as const satisfies Record<string, Row>\n`
  return indented([head, imports, ...types, events, ...partTypes, shape, table].join('\n'))
}

/** Two blanks a brace, as people write it. */
function indented(source: string): string {
  let depth = 0
  const lines = source.split('\n').map((line) => {
    if (line.startsWith('}')) depth--
    const shown = line === '' ? '' : '  '.repeat(depth) + line
    if (line.endsWith('{') && !line.startsWith('/**')) depth++
    return shown
  })
  return lines.join('\n')
}

type Listed = { name: string; path: string; method: string; of: Json; answer: Json }

function operationsOf(paths: Record<string, Record<string, Json>>): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => ({
      name: String(of.operationId).replace('_', '.'),
      path: path.replace(/\{(\w+)\}/g, ':$1'),
      method: method.toUpperCase(),
      of,
      answer: Object(Object(of.responses)[200]).content['application/json'].schema,
    })),
  )
}

/** The facts of a call that the client needs at run time. */
function rowOf({ path, method, of, answer }: Listed) {
  const rows = JSON.stringify(of.parameters ?? []).includes('"cursor"') ? rowsOf(answer) : undefined
  return {
    method,
    path,
    repeatable: of['x-kind'] === 'read' || 'created' in Object(answer.properties),
    ...(rows === undefined ? {} : { rows }),
    ...(of['x-collects'] ? { collects: true } : {}),
  }
}

/** The list of an answer that may come in pages: of several, the last with objects. A page's other fields come before its rows. */
function rowsOf({ properties }: Json): string | undefined {
  const fields = Object.entries<Json>(Object(properties))
  const lists = fields.filter(([, { type }]) => type === 'array')
  return (lists.findLast(([, { items }]) => Object(items).$ref) ?? lists[0])?.[0]
}

function methodOf(one: Listed): string {
  const { name, of, answer } = one
  const { rows, collects } = rowOf(one)
  const kind = `${rows ? 'Paged' : ''}${collects ? 'Collected' : ''}` || 'Call'
  const row = rows ? `, ${typeOf(Object(Object(answer.properties)[rows]).items)}` : ''
  const comment = commentOf({ description: `${of.summary}. ${of.description}` })
  return `${comment}${name.split('.')[1]}: ${kind}<${typeOf(inputOf(of))}, ${typeOf(answer)}${row}>`
}

/** A call's parameters and body as one object: the table uses a name once. */
function inputOf({ parameters, requestBody }: Json): Json {
  const given = (Array.isArray(parameters) ? parameters : []).map(Object)
  const body: Json = Object(requestBody).content?.['application/json'].schema ?? {}
  const needed: unknown[] = Array.isArray(body.required) ? body.required : []
  return {
    properties: {
      ...Object.fromEntries(given.map(({ name, description, schema }) => [name, { ...schema, description }])),
      ...Object(body.properties),
    },
    required: [...given.filter(({ required }) => required).map(({ name }) => name), ...needed],
  }
}

function typeOf(schema: Json): string {
  const { $ref, anyOf, properties, items, type } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `Array<${typeOf(Object(items))}>`
  if (properties) return objectOf(schema)
  if (type === 'object') return 'Record<string, unknown>'
  return type === 'integer' ? 'number' : String(type ?? 'unknown')
}

function objectOf(schema: Json): string {
  const fields = fieldsOf(schema)
  const used = parts.filter((part) => part.fields.every((field) => fields.includes(field)))
  const own = fields.filter((field) => !used.some((part) => part.fields.includes(field)))
  const names = used.map(({ name }) => name)
  return [...names, ...(own.length > 0 || names.length === 0 ? [braced(own)] : [])].join(' & ')
}

const braced = (fields: string[]) => (fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`)

/** Each with its comment before it. */
function fieldsOf({ properties, required }: Json): string[] {
  const needed: unknown[] = Array.isArray(required) ? required : []
  return Object.entries<Json>(Object(properties)).map(([name, field]) => {
    const isOptional = !needed.includes(name)
    return `${commentOf(field)}${name}${isOptional ? '?' : ''}: ${typeOf(field)}${isOptional ? ' | undefined' : ''}`
  })
}

function commentOf({ description }: Json): string {
  return description === undefined ? '' : `/** ${String(description).replaceAll('*/', '*\\/')} */\n`
}
