import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'
import type { Listed, Schema } from './document.ts'
import { fieldsOf } from './fields.ts'

const schemas: Record<string, Schema> = {
  Keyword: {
    description: 'A tracked phrase',
    properties: {
      id: { type: 'string', description: 'An id' },
      position: { type: ['integer', 'null'], description: 'A rank' },
    },
    required: ['id', 'position'],
  },
}

it('the fields of an answer are listed at their place, with those of its lists', () => {
  const answer: Schema = {
    properties: {
      keywords: { type: 'array', items: { $ref: '#/components/schemas/Keyword' }, description: 'The keywords' },
      last: { anyOf: [{ $ref: '#/components/schemas/Keyword' }, { type: 'null' }], description: 'The last' },
      first: { $ref: '#/components/schemas/Keyword' },
      status: { enum: ['ready', 'failed'], description: 'How far' },
    },
    required: ['keywords'],
  }
  expect(fieldsOf(answer, schemas).map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['keywords', 'list of object', true],
    ['keywords[].id', 'string', true],
    ['keywords[].position', 'integer or null', true],
    ['last', 'object or null', false],
    ['last.id', 'string', true],
    ['last.position', 'integer or null', true],
    ['first', 'object', false],
    ['first.id', 'string', true],
    ['first.position', 'integer or null', true],
    ['status', 'ready | failed', false],
  ])
  expect(fieldsOf(answer, schemas)[6]?.description).toBe('A tracked phrase')
})

describe('the command of a call', () => {
  const base = { operationId: 'x', tags: [], summary: '', description: '', responses: {} }
  const id = { name: 'id', in: 'path', required: true, description: '', schema: {}, example: 'site-1' } as const
  const q = { ...id, name: 'q', in: 'query', example: 'moka pot' } as const
  const limit = { ...q, name: 'limit', required: false } as const
  const of = (more: Pick<Listed, 'method' | 'path'> & Partial<Listed>) =>
    curlOf({ ...base, ...more }, 'http://a.example/http/v1', 'KEY')

  it('has ids and what is required, so that no path is one that is not listed', () => {
    expect(of({ method: 'GET', path: '/projects/{id}/gap', parameters: [id, q, limit] })).toBe(
      "curl 'http://a.example/http/v1/projects/site-1/gap?q=moka+pot' \\\n  -H 'Authorization: Bearer KEY'",
    )
    expect(of({ method: 'DELETE', path: '/projects/{id}', parameters: [id] })).toMatch(/-X DELETE$/)
  })

  it('quotes its body for a shell', () => {
    const requestBody = { content: { 'application/json': { schema: {}, example: { name: "Ann's" } } } }
    expect(of({ method: 'POST', path: '/projects', requestBody })).toMatch(/-d '\{"name":"Ann'\\''s"\}'$/)
  })
})
