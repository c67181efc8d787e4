import { restBasePath } from '../contract/doors.ts'
import { maxKeys } from '../contract/keys.ts'
import { defaultBodyLimitBytes, type ObjectSchema, type Operation } from '../contract/operation.ts'
import { operationEntries } from '../contract/table.ts'
import type { ErrorCode } from '../errors.ts'
import { exampleOf } from './openapi-examples.ts'
import { inWords, problemsOf } from './openapi-problems.ts'
import { componentPath, inputSchema, type Json, outputSchemas } from './openapi-schemas.ts'
import { eventSchemas, webhooksOf } from './openapi-webhooks.ts'
import { descriptionOf, documentDescription, tagOf, tags } from './openapi-words.ts'

function parametersOf(where: 'path' | 'query', schema: ObjectSchema | undefined): Json[] {
  if (!schema) return []
  const { properties, required } = inputSchema(schema)
  const needed: unknown[] = Array.isArray(required) ? required : []
  return Object.entries<Json>(Object(properties)).map(([name, { description, examples, ...of }]) => ({
    name,
    in: where,
    required: where === 'path' || needed.includes(name),
    description,
    schema: of,
    example: exampleOf({ examples, ...of }, {}),
  }))
}

function requestBodyOf({ body, http }: Operation): Json {
  if (!body) return {}
  const { examples, ...schema } = inputSchema(body)
  return {
    requestBody: {
      required: Array.isArray(schema.required) && schema.required.length > 0,
      content: { 'application/json': { schema, example: exampleOf({ examples, ...schema }, {}) } },
      'x-max-bytes': http?.bodyLimitBytes ?? defaultBodyLimitBytes,
    },
  }
}

const text = { type: 'string' }
const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Name it when you ask about an answer',
    schema: text,
    example: '3f6c1c52-8f0e-4d0c-9a52-0c8f8d8b7a11',
  },
  RateLimit: {
    description: 'The calls left of the minute and of the day, and in how many seconds more are (IETF draft)',
    schema: text,
    example: '"minute";r=29;t=60, "day";r=88;t=43200',
  },
  'RateLimit-Policy': {
    description: 'The limits, and their windows in seconds (IETF draft)',
    schema: text,
    example: '"minute";q=30;w=60, "day";q=100;w=86400',
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' }, example: 20 },
  'WWW-Authenticate': { description: 'Bearer', schema: text, example: 'Bearer' },
}
const withLimits = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
const waiting = [...withLimits, 'Retry-After']
const headersOf: Record<number, string[]> = {
  401: ['X-Request-Id', 'WWW-Authenticate'],
  403: waiting,
  429: waiting,
  503: waiting,
}

function headerRefs(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** A response for each status that a row can be refused with; a row says which of its codes it means. */
function problemResponses(rows: Operation[]): Json {
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const [status, some] of rows.flatMap((row) => [...problemsOf(row)]))
    byStatus.set(status, new Set([...(byStatus.get(status) ?? []), ...some]))
  const entries = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, some]) => [
      `Problem${status}`,
      {
        description: inWords([...some]),
        headers: headerRefs(headersOf[status] ?? withLimits),
        content: { 'application/problem+json': { schema: { $ref: `${componentPath}Problem` } } },
      },
    ]),
  )
}

function successOf(body: Json, components: Json): Json {
  const required: unknown[] = Array.isArray(body.required) ? body.required : []
  const schema = {
    ...body,
    properties: { allowance: { $ref: `${componentPath}Allowance` }, ...Object(body.properties) },
    required: ['allowance', ...required],
  }
  const content = { 'application/json': { schema, example: exampleOf(schema, components) } }
  return { description: 'Done', headers: headerRefs(withLimits), content }
}

function operationObject(name: string, row: Operation, success: Json): Json {
  const parameters = [...parametersOf('path', row.params), ...parametersOf('query', row.query)]
  const problems = [...problemsOf(row)].map(([status, some]) => [
    status,
    { $ref: `#/components/responses/Problem${status}`, description: inWords(some) },
  ])
  return {
    operationId: name.replace('.', '_'),
    tags: [tagOf(name)],
    summary: row.summary,
    description: descriptionOf(row),
    'x-kind': row.kind,
    ...(row.collects ? { 'x-collects': true } : {}),
    ...(row.planned ? { 'x-planned': true } : {}),
    ...(row.fieldGates ? { 'x-required-plan': row.fieldGates } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(row),
    responses: { 200: success, ...Object.fromEntries(problems) },
  }
}

/** The OpenAPI 3.1 document of the REST door, as plain JSON; the same table always gives the same text. */
export function openApiDocument(server: string = restBasePath): Json {
  const rows = operationEntries().filter(([, row]) => row.http !== undefined)
  const all = rows.map(([, row]) => row)
  const { bodies, components: answers } = outputSchemas(all)
  const components = { ...answers, ...eventSchemas() }
  const paths: Record<string, Json> = {}
  for (const [i, [name, row]] of rows.entries()) {
    if (!row.http) continue
    const path = row.http.path.replace(/:(\w+)/g, '{$1}')
    const success = successOf(bodies[i] ?? {}, components)
    paths[path] = { ...paths[path], [row.http.method.toLowerCase()]: operationObject(name, row, success) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rank Tracking Service', version: 'v1', description: documentDescription },
    servers: [{ url: server }],
    security: [{ serverKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooksOf(components),
    components: {
      schemas: components,
      responses: problemResponses(all),
      headers,
      securitySchemes: {
        serverKey: {
          type: 'http',
          scheme: 'bearer',
          description: `A server key, which an owner or admin makes in the dashboard. At most ${maxKeys.server} an account.`,
        },
      },
    },
  }
}
