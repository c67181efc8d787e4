import { reference as t } from '../../../texts/reference.ts'
import type { ListedField } from '../../kit/layout/reference.tsx'
import type { Schema } from './document.ts'

type Schemas = Record<string, Schema>

/** The fields of an object, each followed by those inside it: `keywords[].lastCheck.at`. */
export function fieldsOf(schema: Schema, schemas: Schemas, before = ''): ListedField[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${before}${key}`
    const inner = insideOf(field, schemas)
    const own = resolved(field, schemas)
    const description = field.description ?? own.description ?? ''
    return [
      { name, type: typeOf(field, schemas), isRequired: required.includes(key), description },
      ...(inner ? fieldsOf(inner.schema, schemas, `${name}${inner.isList ? '[]' : ''}.`) : []),
    ]
  })
}

/** Every answer has the allowance: it is said once. */
export function withoutAllowance(fields: readonly ListedField[]): ListedField[] {
  return fields.filter(({ name }) => !/^allowance\b/.test(name))
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
}

/** The object that a field is, or is a list of. */
function insideOf(field: Schema, schemas: Schemas): { schema: Schema; isList: boolean } | undefined {
  const schema = resolved(field, schemas)
  if (schema.properties) return { schema, isList: false }
  if (schema.items) {
    const inner = insideOf(schema.items, schemas)
    return inner && { ...inner, isList: true }
  }
  return schema.anyOf?.map((one) => insideOf(one, schemas)).find(Boolean)
}

export function typeOf(field: Schema, schemas: Schemas): string {
  const schema = resolved(field, schemas)
  if ('const' in schema) return String(schema.const)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(one, schemas)))].join(' or ')
  if (schema.properties) return 'object'
  if (schema.items) return t.listOf(typeOf(schema.items, schemas))
  return [schema.type ?? 'any'].flat().join(' or ')
}
