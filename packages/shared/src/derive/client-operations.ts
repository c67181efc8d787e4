import type { Json } from './openapi-schemas.ts'

export type Listed = { name: string; path: string; method: string; of: Json; answer: Json }

export function entitiesOf(document: Json): [entity: string, operations: Listed[]][] {
  const listed = operationsOf(document)
  return Object.entries(Object.groupBy(listed, ({ name }) => name.split('.')[0] ?? '')).map(([entity, some = []]) => [
    entity,
    some,
  ])
}

export function operationsOf(document: Json): Listed[] {
  const paths: Record<string, Record<string, Json>> = Object(document.paths)
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

export function componentsOf(document: Json): [name: string, schema: Json][] {
  return Object.entries<Json>(Object(Object(document.components).schemas))
}

export function rowOf({ path, method, of, answer }: Listed) {
  const rows = JSON.stringify(of.parameters ?? []).includes('"cursor"') ? rowsOf(answer) : undefined
  return {
    method,
    path,
    repeatable: of['x-kind'] === 'read' || 'created' in Object(answer.properties),
    ...(rows === undefined ? {} : { rows }),
    ...(of['x-collects'] ? { collects: true } : {}),
  }
}

/** Of several lists, the last with objects. */
function rowsOf({ properties }: Json): string | undefined {
  const fields = Object.entries<Json>(Object(properties))
  const lists = fields.filter(([, { type }]) => type === 'array')
  return (lists.findLast(([, { items }]) => Object(items).$ref) ?? lists[0])?.[0]
}

/** Parameters and body as one object: the table never repeats a name. */
export function inputOf({ parameters, requestBody }: Json): Json {
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

export function saidOf({ of }: Listed): string {
  return `${of.summary}. ${of.description}`
}
