import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { restRow } from '../contract/operation.ts'
import { operationEntries } from '../contract/table.ts'
import { type WebhookType, webhookBody, webhookEvents, webhookTypes } from '../contract/webhooks.ts'
import { words } from '../contract/words.ts'
import { listedProblems } from './errors-page.ts'
import { openApiDocument } from './openapi.ts'
import { tags } from './openapi-words.ts'

const document = openApiDocument()
const rows = operationEntries().flatMap(([name, row]) =>
  row.http ? [{ name, row: restRow(row), http: row.http }] : [],
)
const operationAt = ({ path, method }: { path: string; method: string }) =>
  Object(document.paths)[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]

function undescribed(node: unknown, at: string): string[] {
  if (Array.isArray(node)) return node.flatMap((child) => undescribed(child, at))
  if (node === null || typeof node !== 'object') return []
  const { type, properties } = Object(node)
  const fields = Object.entries(type === 'object' ? Object(properties) : {})
  const missing = fields.filter(([, field]) => !Object(field).description && !Object(field).$ref)
  return [
    ...missing.map(([name]) => `${at}.${name}`),
    ...Object.entries(node)
      .filter(([key]) => !/^examples?$/.test(key))
      .flatMap(([key, child]) => undescribed(child, key === 'properties' ? at : `${at}.${key}`)),
  ]
}

function faults(schema: z.core.$ZodType, at: string): string[] {
  const said = words.get(schema)
  if (said && 'example' in said) return z.safeParse(schema, said.example).success ? [] : [`${at}: refused`]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return faults(schema.unwrap(), at)
  if (schema instanceof z.ZodArray) return faults(schema.element, at)
  if (!(schema instanceof z.ZodObject)) return [`${at}: none`]
  return Object.entries(schema.shape).flatMap(([name, field]) => faults(field, `${at}.${name}`))
}

describe('the words of the OpenAPI document', () => {
  it('describe every operation, parameter, field and object', () => {
    expect(undescribed([document.paths, Object(document.components).schemas], '')).toEqual([])
    const schemas = Object.entries(Object(Object(document.components).schemas))
    expect(schemas.filter(([, schema]) => !Object(schema).description).map(([name]) => name)).toEqual([])
    for (const { name, http } of rows) {
      const { description, parameters = [], tags: own } = operationAt(http)
      expect(description, name).toMatch(/counts as a call of the day/)
      expect(Object.keys(tags), name).toContain(own[0])
      for (const parameter of parameters) expect(parameter.description, `${name} ${parameter.name}`).toBeTruthy()
    }
  })

  it('have an example of every field, which its own schema takes', () => {
    const parts = rows.flatMap(({ name, row: { params, query, body, response } }) =>
      [params, query, body && z.object(body.shape), response].flatMap((schema) => (schema ? faults(schema, name) : [])),
    )
    expect(parts).toEqual([])
  })

  it('have an example of every body and answer, which the row takes', () => {
    for (const { name, row, http } of rows) {
      const { requestBody, responses } = operationAt(http)
      const { allowance, ...answer } = responses[200].content['application/json'].example
      expect(allowance, name).toMatchObject({ used: 12, limit: 100, remaining: 88 })
      expect(row.response.safeParse(answer).error, name).toBeUndefined()
      if (!row.body) continue
      const { example } = requestBody.content['application/json']
      expect(Object.keys(example).length, name).toBeGreaterThan(0)
      expect(row.body.safeParse(example).error, name).toBeUndefined()
    }
  })

  it('have an example of every event, in which something changed', () => {
    const exampleOf = (type: WebhookType) =>
      Object(document.webhooks)[type].post.requestBody.content['application/json'].example
    for (const type of webhookTypes) expect(webhookBody(type).safeParse(exampleOf(type)).error, type).toBeUndefined()
    const ranks = webhookEvents['rank.changed'].data.parse(exampleOf('rank.changed').data)
    expect(ranks.count).toBe(ranks.changes.length)
    for (const { at, position, url, before } of ranks.changes) {
      expect([before.position, before.url]).not.toEqual([position, url])
      expect(Date.parse(before.at)).toBeLessThan(Date.parse(at))
    }
    const { newIssues, fixedIssues } = webhookEvents['audit.finished'].data.parse(exampleOf('audit.finished').data)
    expect(newIssues.filter((code) => fixedIssues.includes(code))).toEqual([])
    const { won, lost, links } = webhookEvents['links.changed'].data.parse(exampleOf('links.changed').data)
    expect([won, lost]).toEqual(['won', 'lost'].map((change) => links.filter((link) => link.change === change).length))
    const { count, alerts } = webhookEvents['alert.raised'].data.parse(exampleOf('alert.raised').data)
    expect([count, alerts.filter(({ from, to }) => from === to)]).toEqual([alerts.length, []])
  })

  it('have an example of every header', () => {
    const headers = Object.entries(Object(Object(document.components).headers))
    expect(headers.filter(([, header]) => !('example' in Object(header))).map(([name]) => name)).toEqual([])
  })

  it('have the bounds of a text that the row itself has', () => {
    for (const { name, row, http } of rows) {
      const { requestBody } = operationAt(http)
      const body = Object(Object(requestBody).content?.['application/json'].schema.properties)
      const query = operationAt(http).parameters?.filter(({ in: where }: { in: string }) => where === 'query') ?? []
      const said = {
        ...body,
        ...Object.fromEntries(query.map((one: { name: string; schema: object }) => [one.name, one.schema])),
      }
      for (const [field, schema] of Object.entries({ ...row.query?.shape, ...row.body?.shape })) {
        const { minLength, maxLength } = Object(said[field])
        const takes = (length: number) => z.safeParse(schema, 'a'.repeat(length)).success
        if (minLength) expect([takes(minLength - 1), takes(minLength)], `${name} ${field}`).toEqual([false, true])
        if (minLength && maxLength)
          expect([takes(maxLength), takes(maxLength + 1)], `${name} ${field}`).toEqual([true, false])
      }
    }
  })

  it('name the refusals of an operation, and no others', () => {
    const codesAt = (method: string, path: string) =>
      Object.values(operationAt({ method, path }).responses)
        .flatMap((response) => [...String(Object(response).description).matchAll(/`(\w+)`/g)].map(([, code]) => code))
        .sort()
    const always = [
      'bad_request',
      'bad_upstream_body',
      'browser_not_allowed',
      'internal',
      'invalid_key',
      'missing_key',
      'invalid_input',
      'rate_limited',
      'timeout',
      'unavailable',
      'unknown_field',
    ].sort()
    const withBody = ['allowance_exhausted', 'bad_request', 'payload_too_large', 'unsupported_media_type']
    expect(codesAt('GET', '/team')).toEqual(always)
    expect(codesAt('GET', '/projects')).toEqual(always)
    expect(codesAt('POST', '/projects')).toEqual([...always, ...withBody, 'plan_limit_reached', 'plan_required'].sort())
    expect(codesAt('DELETE', '/projects/:id')).toEqual([...always, 'allowance_exhausted', 'not_found'].sort())
    expect(codesAt('PUT', '/projects/:id/google')).toEqual(
      [...always, ...withBody, 'not_connected', 'not_found', 'provider_failed'].sort(),
    )
  })

  const isWritten = /^(plans|articles)\./
  it('say of a write that reads, which posting again is, that a used-up day refuses it, and where it is read then', () => {
    for (const { name, row, http } of rows)
      if (isWritten.test(name) && row.kind === 'write')
        expect(operationAt(http).description).toMatch(
          /used up, posting it again is 403 .* in the dashboard at any time/,
        )
    expect(listedProblems().find(({ code }) => code === 'allowance_exhausted')).toMatchObject({
      means: expect.stringContaining('Posting a plan or an article again is a write'),
      todo: expect.stringContaining('The dashboard shows plans and articles at any time'),
    })
  })

  it('say what is free exactly where asking again is', () => {
    for (const { name, row, http } of rows)
      expect(/ is free\./.test(operationAt(http).description), name).toBe(row.collects === true || isWritten.test(name))
  })
})
