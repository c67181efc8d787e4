import { describe, expect, it } from 'vitest'
import { operationEntries } from '../contract/table.ts'
import { errorCodes } from '../errors.ts'
import { unaccepted } from './accepts.ts'
import { openApiDocument } from './openapi.ts'
import { jsonOf } from './snapshot.ts'

function at(...keys: string[]): unknown {
  return keys.reduce<unknown>((part, key) => Object(part)[key], document)
}
const document = openApiDocument()
const httpRows = operationEntries().flatMap(([name, row]) => (row.http ? [{ name, row, http: row.http }] : []))
const operationAt = ({ path, method }: { path: string; method: string }) =>
  Object(at('paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase()))
const contentOf = (holder: unknown, type = 'application/json') => Object(holder).content[type].schema

describe('the OpenAPI document', () => {
  it('describes the REST rows with their kind, and no other', () => {
    const described = Object.values(Object(at('paths'))).flatMap((methods) => Object.values(Object(methods)))
    expect(described).toHaveLength(httpRows.length)
    for (const { name, row, http } of httpRows) {
      const { operationId, 'x-kind': kind, 'x-planned': planned } = operationAt(http)
      expect({ operationId, kind, planned }).toEqual({
        operationId: name.replace('.', '_'),
        kind: row.kind,
        planned: row.planned,
      })
    }
  })

  it.each(httpRows)('$name: REST asks and answers a part of what the row does', ({ row, http }) => {
    for (const part of ['query', 'body'] as const) {
      const [own, bound] = [row[part], http[part]]
      if (own && bound) expect(unaccepted(jsonOf(bound, 'output'), jsonOf(own, 'output'), 'parse'), part).toEqual([])
    }
    const [answer, shown] = [row.response, http.response ?? row.response]
    expect(unaccepted(jsonOf(answer, 'output'), jsonOf(shown, 'output'), 'cast')).toEqual([])
  })

  it('puts the whole allowance at the head of every answer and every problem', () => {
    for (const { name, http } of httpRows) {
      const schema = contentOf(operationAt(http).responses[200])
      expect(Object.keys(schema.properties)[0], name).toBe('allowance')
      expect(schema.required, name).toContain('allowance')
    }
    const fields = ['used', 'limit', 'remaining', 'resetsAt', 'exhausted']
    expect(at('components', 'schemas', 'Allowance', 'required')).toEqual(fields)
    expect(at('components', 'schemas', 'Problem', 'required')).toContain('allowance')
  })

  it('gives every refusal the one problem, with the codes of the closed list', () => {
    expect(at('components', 'schemas', 'Problem', 'properties', 'code', 'enum')).toEqual(
      Object.keys(errorCodes).filter(
        (code) =>
          ![
            'not_signed_in',
            'sign_up_closed',
            'sign_in_failed',
            'mail_not_verified',
            'sign_in_again',
            'role_required',
            'price_changed',
          ].includes(code),
      ),
    )
    for (const response of Object.values(Object(at('components', 'responses')))) {
      expect(contentOf(response, 'application/problem+json')).toEqual({ $ref: '#/components/schemas/Problem' })
    }
  })

  it('refers only to what it holds, and holds no component that nothing refers to', () => {
    const text = JSON.stringify(document)
    const refs = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, target = '']) => target))
    const dangling = [...refs].filter((target) => at(...target.split('/')) === undefined)
    expect(dangling).toEqual([])
    const held = ['schemas', 'responses', 'headers'].flatMap((kind) =>
      Object.keys(Object(at('components', kind))).map((name) => `components/${kind}/${name}`),
    )
    expect(held.filter((target) => !refs.has(target))).toEqual([])
  })

  it('shows transformed fields as the texts that a caller writes', () => {
    const body = contentOf(operationAt({ method: 'POST', path: '/projects' }).requestBody)
    expect(body.properties).toMatchObject({ domain: { type: 'string' }, country: { type: 'string' } })
    expect(body).toMatchObject({ required: ['name', 'domain'], additionalProperties: false })
    const everything = JSON.stringify(
      httpRows.map(({ http }) => [operationAt(http).parameters, operationAt(http).requestBody]),
    )
    expect(everything).not.toContain('"schema":{}')
  })

  it('lets answers gain fields: no answer is closed', () => {
    const answers = httpRows.map(({ http }) => operationAt(http).responses[200])
    expect(JSON.stringify([answers, at('components', 'schemas')])).not.toContain('"additionalProperties":false')
  })

  it('asks for the server key on every operation', () => {
    expect(document.security).toEqual([{ serverKey: [] }])
    expect(at('components', 'securitySchemes', 'serverKey')).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  it('has a value for each field of its examples', () => {
    const examples: unknown[] = []
    JSON.stringify(document, (name, value) => {
      if (name === 'example') examples.push(value)
      return value
    })
    expect(examples.length).toBeGreaterThan(httpRows.length)
    expect(examples.filter((each) => JSON.stringify(each).includes('{}'))).toEqual([])
  })

  it('is the same text each time', () => {
    expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document))
  })
})
