import { restBasePath } from '../contract/doors.ts'
import { defaultBodyLimitBytes, type ObjectSchema, type Operation } from '../contract/operation.ts'
import { operationEntries } from '../contract/table.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { codes, componentPath, inputSchema, type Json, outputSchemas } from './openapi-schemas.ts'

const documentDescription =
  'Calls come from a server, never from a browser. Operations with `x-planned` are on the list and answer 503 until they are built.'

function parametersOf(where: 'path' | 'query', schema: ObjectSchema | undefined): Json[] {
  if (!schema) return []
  const { properties, required } = inputSchema(schema)
  const needed: unknown[] = Array.isArray(required) ? required : []
  return Object.entries(Object(properties)).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || needed.includes(name),
    schema: of,
  }))
}

function requestBodyOf({ body, http }: Operation): Json {
  if (!body) return {}
  const schema = inputSchema(body)
  return {
    requestBody: {
      required: Array.isArray(schema.required) && schema.required.length > 0,
      content: { 'application/json': { schema } },
      'x-max-bytes': http?.bodyLimitBytes ?? defaultBodyLimitBytes,
    },
  }
}

/** The codes behind each status that a listed operation can answer: no 405, and of `bad_request` 408 besides. */
function codesByStatus(): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>([[408, ['bad_request']]])
  for (const code of codes) {
    const { status } = errorCodes[code]
    if (status !== 405) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

const withBody = [408, 413, 415]
const writesOnly = [402, 409]

function statusesOf(row: Operation): number[] {
  return [...codesByStatus().keys()]
    .filter((status) => row.body !== undefined || !withBody.includes(status))
    .filter((status) => row.kind === 'write' || !writesOnly.includes(status))
    .sort((a, b) => a - b)
}

const text = { type: 'string' }
const headers: Record<string, Json> = {
  'X-Request-Id': { description: 'Name it when you ask about an answer', schema: text },
  RateLimit: { description: 'What is left of the minute (IETF draft)', schema: text },
  'RateLimit-Policy': { description: 'The limit of a minute (IETF draft)', schema: text },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'Bearer', schema: text },
}
const extraHeaders: Record<number, string> = {
  401: 'WWW-Authenticate',
  403: 'Retry-After',
  429: 'Retry-After',
  503: 'Retry-After',
}

function headerRefs(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function problemResponses(): Json {
  const entries = [...codesByStatus()].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, names]) => [
      `Problem${status}`,
      {
        description: names.map((name) => `\`${name}\`: ${errorCodes[name].title}`).join('; '),
        headers: headerRefs('X-Request-Id', ...(extraHeaders[status] ? [extraHeaders[status]] : [])),
        content: { 'application/problem+json': { schema: { $ref: `${componentPath}Problem` } } },
      },
    ]),
  )
}

function successOf(body: Json): Json {
  const required: unknown[] = Array.isArray(body.required) ? body.required : []
  const schema = {
    ...body,
    properties: { allowance: { $ref: `${componentPath}Allowance` }, ...Object(body.properties) },
    required: ['allowance', ...required],
  }
  const content = { 'application/json': { schema } }
  return { description: 'Done', headers: headerRefs('X-Request-Id', 'RateLimit', 'RateLimit-Policy'), content }
}

function operationObject(name: string, row: Operation, body: Json): Json {
  const parameters = [...parametersOf('path', row.params), ...parametersOf('query', row.query)]
  const problems = statusesOf(row).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }])
  return {
    operationId: name,
    summary: row.summary,
    'x-kind': row.kind,
    ...(row.planned ? { 'x-planned': true } : {}),
    ...(row.fieldGates ? { 'x-required-plan': row.fieldGates } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(row),
    responses: { 200: successOf(body), ...Object.fromEntries(problems) },
  }
}

/** The OpenAPI 3.1 document of the REST door, as plain JSON; the same table always gives the same text. */
export function openApiDocument(): Json {
  const rows = operationEntries().filter(([, row]) => row.http !== undefined)
  const { bodies, components } = outputSchemas(rows.map(([, row]) => row))
  const paths: Record<string, Json> = {}
  for (const [i, [name, row]] of rows.entries()) {
    if (!row.http) continue
    const path = row.http.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.http.method.toLowerCase()]: operationObject(name, row, bodies[i] ?? {}) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rank Tracking Service', version: 'v1', description: documentDescription },
    servers: [{ url: restBasePath }],
    security: [{ serverKey: [] }],
    paths,
    components: {
      schemas: components,
      responses: problemResponses(),
      headers,
      securitySchemes: { serverKey: { type: 'http', scheme: 'bearer', description: 'A server key of the dashboard' } },
    },
  }
}
