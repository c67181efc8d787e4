import type { Operation } from '../contract/operation.ts'
import type { Json } from './openapi-schemas.ts'

const text = { type: 'string' }
const ofAll: Record<string, Json> = {
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
  ETag: {
    description:
      'The tag of the body without its allowance: send it as `If-None-Match` when you read again, and get 304 without a body while nothing else has changed; while the day is used up, the whole answer comes. Absent from lists that are too long to be tagged',
    schema: text,
    example: 'W/"pH2f4m5Tz3bVb0TzJm2jCw"',
  },
  'Content-Encoding': {
    description: 'The coding of an answer above 1 KB, by `Accept-Encoding`: `br` or `gzip`; absent from others',
    schema: text,
    example: 'gzip',
  },
  'WWW-Authenticate': { description: 'Bearer', schema: text, example: 'Bearer' },
}
const ofDeprecated: Record<string, Json> = {
  Deprecation: {
    description: 'The day from which this call, or a field that it names, is discouraged (RFC 9745)',
    schema: text,
    example: '@1767225600',
  },
  Sunset: {
    description: 'The day from which it may be removed (RFC 8594)',
    schema: text,
    example: 'Wed, 01 Jul 2026 00:00:00 GMT',
  },
}
const withLimits = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
const waiting = [...withLimits, 'Retry-After']
const headersOf: Record<number, string[]> = {
  401: ['X-Request-Id', 'WWW-Authenticate'],
  402: waiting,
  403: waiting,
  429: waiting,
  503: waiting,
}

export function headersWith(status: number, ...more: string[]): Json {
  const names = [...(headersOf[status] ?? withLimits), ...more]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const isDeprecated = ({ deprecated, deprecatedFields }: Operation) => Boolean(deprecated || deprecatedFields)

export function successHeaders(row: Operation): Json {
  const tag = row.http?.method === 'GET' ? ['ETag'] : []
  return headersWith(200, ...tag, 'Content-Encoding', ...(isDeprecated(row) ? Object.keys(ofDeprecated) : []))
}

export function headerComponents(rows: readonly Operation[]): Json {
  return rows.some(isDeprecated) ? { ...ofAll, ...ofDeprecated } : ofAll
}
