import { deprecationInWords } from '../contract/deprecation.ts'
import { restBasePath } from '../contract/doors.ts'
import { maxKeys } from '../contract/keys.ts'
import { defaultBodyLimitBytes, type Operation, restRow } from '../contract/operation.ts'
import { operationEntries } from '../contract/table.ts'
import type { ErrorCode } from '../errors.ts'
import { defaultPlans, type PlanTable } from '../plans.ts'
import { listedProblems } from './errors-page.ts'
import { choiceSchemas, withNamedChoices } from './openapi-choices.ts'
import { headerComponents, headersWith, successHeaders } from './openapi-headers.ts'
import { inWords, problemsOf } from './openapi-problems.ts'
import { componentPath, exampleOf, inputSchema, type Json, outputSchemas } from './openapi-schemas.ts'
import { eventSchemas, webhooksOf } from './openapi-webhooks.ts'
import { descriptionOf, documentDescription, tagOf, tags } from './openapi-words.ts'
import { versionsText } from './versions-page.ts'

function parametersOf(where: 'path' | 'query', row: Operation): Json[] {
  const schema = where === 'path' ? row.params : row.query
  if (!schema) return []
  const { properties, required } =
    where === 'path' ? inputSchema(schema) : withDeprecated(inputSchema(schema), row, where)
  const needed: unknown[] = Array.isArray(required) ? required : []
  return Object.entries<Json>(Object(properties)).map(([name, { description, examples, deprecated, ...of }]) => ({
    name,
    in: where,
    required: where === 'path' || needed.includes(name),
    description,
    ...(deprecated ? { deprecated } : {}),
    schema: of,
    example: exampleOf({ examples, ...of }, {}),
  }))
}

function requestBodyOf(row: Operation): Json {
  const { body, http } = row
  if (!body) return {}
  const { examples, ...schema } = withDeprecated(inputSchema(body), row, 'body')
  return {
    requestBody: {
      required: Array.isArray(schema.required) && schema.required.length > 0,
      content: { 'application/json': { schema, example: exampleOf({ examples, ...schema }, {}) } },
      'x-max-bytes': http?.bodyLimitBytes ?? defaultBodyLimitBytes,
    },
  }
}

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
        headers: headersWith(status),
        content: { 'application/problem+json': { schema: { $ref: `${componentPath}Problem` } } },
      },
    ]),
  )
}

function successOf(row: Operation, body: Json, components: Json): Json {
  const required: unknown[] = Array.isArray(body.required) ? body.required : []
  const schema = {
    ...body,
    properties: {
      allowance: { $ref: `${componentPath}Allowance` },
      ...Object(withDeprecated(body, row, 'response').properties),
    },
    required: ['allowance', ...required],
  }
  const content = { 'application/json': { schema, example: exampleOf(schema, components) } }
  return { description: 'Done', headers: successHeaders(row), content }
}

function operationObject(name: string, row: Operation, success: Json): Json {
  const parameters = [...parametersOf('path', row), ...parametersOf('query', row)]
  const problems = [...problemsOf(row)].map(([status, some]) => [
    status,
    { $ref: `#/components/responses/Problem${status}`, description: inWords(some) },
  ])
  return {
    operationId: name.replace('.', '_'),
    tags: [tagOf(name)],
    summary: row.summary,
    description: descriptionOf(row),
    ...(row.deprecated ? { deprecated: true } : {}),
    'x-kind': row.kind,
    ...(row.collects ? { 'x-collects': true } : {}),
    ...(row.planned ? { 'x-planned': true } : {}),
    ...(row.fieldGates ? { 'x-required-plan': row.fieldGates } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(row),
    responses: { 200: success, ...Object.fromEntries(problems) },
  }
}

const localServer = `http://127.0.0.1:8080${restBasePath}`

export type Installed = { server: string; plans: PlanTable; version: string; contact?: string | undefined }
const repository: Installed = { server: localServer, plans: defaultPlans, version: 'v1' }

/** REST as OpenAPI 3.1, with the installation's address, plans, release and contact. */
export function openApiDocument({ server, plans, version, contact }: Installed = repository): Json {
  const rows = operationEntries().flatMap(([name, row]) => (row.http ? [[name, restRow(row)] as const] : []))
  const all = rows.map(([, row]) => row)
  const { bodies, components: answers } = outputSchemas(all)
  const components = { ...answers, ...eventSchemas() }
  const paths: Record<string, Json> = {}
  for (const [i, [name, row]] of rows.entries()) {
    if (!row.http) continue
    const path = row.http.path.replace(/:(\w+)/g, '{$1}')
    const success = successOf(row, bodies[i] ?? {}, components)
    paths[path] = { ...paths[path], [row.http.method.toLowerCase()]: operationObject(name, row, success) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rank Tracking Service',
      version,
      description: documentDescription(plans),
      ...(contact === undefined ? {} : { contact: { email: contact } }),
    },
    servers: [{ url: server }],
    security: [{ serverKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: withNamedChoices(paths),
    webhooks: webhooksOf(components),
    'x-errors': listedProblems(),
    'x-versions': versionsText(),
    components: {
      schemas: { ...withNamedChoices(components), ...choiceSchemas() },
      responses: problemResponses(all),
      headers: headerComponents(all),
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

/** Marks the fields of a part of a row that will go. */
function withDeprecated(schema: Json, row: Operation, part: 'query' | 'body' | 'response'): Json {
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
