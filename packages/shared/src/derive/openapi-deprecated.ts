import { deprecationInWords } from '../contract/deprecation.ts'
import type { Operation } from '../contract/operation.ts'
import type { Json } from './openapi-schemas.ts'

export function withDeprecated(schema: Json, row: Operation, part: 'query' | 'body' | 'response'): Json {
  if (!row.deprecatedFields) return schema
  const fields = Object.entries<Json>(Object(schema.properties)).map(([name, field]): [string, Json] => {
    const deprecation = row.deprecatedFields?.[`${part}.${name}`]
    if (!deprecation) return [name, field]
    const said = deprecationInWords('It', deprecation)
    return [
      name,
      { ...field, deprecated: true, description: field.description ? `${field.description}. ${said}` : said },
    ]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}
