import { z } from 'zod'
import * as f from '../contract/fields.ts'
import { webhookTypes } from '../contract/webhooks.ts'
import { componentsOf, entitiesOf, inputOf, type Listed, operationsOf, rowOf, saidOf } from './client-operations.ts'
import { openApiDocument } from './openapi.ts'
import { withNamedChoices } from './openapi-choices.ts'
import { inputSchema, type Json } from './openapi-schemas.ts'
import { eventName } from './openapi-webhooks.ts'

const head = '// Written from the table of operations at each installation; never edited by hand.'

const shared = { OfSite: { id: f.siteId }, AskedPage: f.paging, Page: f.paged, Collecting: f.collectState }
const parts = Object.entries(shared).map(([name, shape]) => ({
  name,
  fields: fieldsOf(withNamedChoices(inputSchema(z.object(shape)))),
}))

export function clientSource(): string {
  const document = openApiDocument()
  const types = componentsOf(document).map(
    ([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema)}\n`,
  )
  const partTypes = parts.map(({ name, fields }) => `export type ${name} = ${braced(fields)}\n`)
  const api = entitiesOf(document).map(([entity, some]) => `${entity}: {\n${some.map(methodOf).join('\n')}\n}`)
  const events = `/** An event of a site, as its webhooks get it. */\nexport type WebhookEvent = ${webhookTypes.map(eventName).join(' | ')}\n`
  const imports = `import type { Call, Collected, Paged, PagedCollected, Row } from './shapes.ts'\n`
  const shape = `/** Every operation of the API. */\nexport type Api = {\n${api.join('\n')}\n}\n`
  const calls = operationsOf(document).map((one) => `${JSON.stringify(one.name)}: ${JSON.stringify(rowOf(one))},`)
  const table = `export const calls = {\n${calls.join('\n')}\n} as const satisfies Record<string, Row>\n`
  return indented([head, imports, ...types, events, ...partTypes, shape, table].join('\n'))
}

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

function methodOf(one: Listed): string {
  const { name, of, answer } = one
  const { rows, collects } = rowOf(one)
  const kind = `${rows ? 'Paged' : ''}${collects ? 'Collected' : ''}` || 'Call'
  const row = rows ? `, ${typeOf(Object(Object(answer.properties)[rows]).items)}` : ''
  const comment = commentOf({ description: saidOf(one) })
  return `${comment}${name.split('.')[1]}: ${kind}<${typeOf(inputOf(of))}, ${typeOf(answer)}${row}>`
}

function typeOf(schema: Json): string {
  const { $ref, anyOf, properties, items, type } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeOf))].join(' | ')
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
