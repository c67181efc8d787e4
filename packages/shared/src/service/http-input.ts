import { type OperationName, operationOf } from '../contract/table.ts'
import { AppError, type FieldError } from '../errors.ts'
import { inputError, printable } from './plain-issue.ts'

/** Strings, and numbers for whole-number fields. Throws for a repeated parameter. */
export function parseQuery(name: OperationName, query: string): Record<string, unknown> {
  if (!isDecodable(query)) throw new AppError('bad_request', 'The query is not percent-encoded UTF-8')
  const values: Record<string, unknown> = Object.create(null)
  const errors: FieldError[] = []
  for (const [field, value] of new URLSearchParams(query)) {
    if (field in values) errors.push(doubled(field))
    values[field] = integerFields(name).has(field) && /^-?\d{1,9}$/.test(value) ? Number(value) : value
  }
  if (errors.length > 0) throw inputError(errors)
  return values
}

function doubled(field: string): FieldError {
  return { in: 'query', field: printable(field), code: 'doubled', message: 'is given more than once' }
}

function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query)
    return /^[\x20-\x7e]*$/.test(query)
  } catch {
    return false
  }
}

const integerFieldsOf = new Map<OperationName, Set<string>>()

function integerFields(name: OperationName): Set<string> {
  const known = integerFieldsOf.get(name)
  if (known) return known
  const shape = operationOf(name).query?.shape ?? {}
  const isInteger = (field: string) =>
    Object(shape[field]).safeParse?.(1).success && !Object(shape[field]).safeParse?.('1').success
  const fields = new Set(Object.keys(shape).filter(isInteger))
  integerFieldsOf.set(name, fields)
  return fields
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** An empty body is `{}` if the row has one. Refuses what two parsers could read differently. */
export function parseBody(name: OperationName, body: Uint8Array): unknown {
  if (body.length === 0) return operationOf(name).body ? {} : undefined
  return parseObject(body)
}

/** Throws for another value, more than `max` values, and what two parsers could read differently. */
export function parseObject(body: Uint8Array, max = Number.POSITIVE_INFINITY): object {
  const value = parseJson(body, max)
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value
  throw new AppError('invalid_input', 'The body must be a JSON object', {
    errors: [{ in: 'body', field: '', code: 'invalid_type', message: 'must be a JSON object' }],
  })
}

function parseJson(body: Uint8Array, max: number): unknown {
  const text = readText(body)
  const { keys, depth, values } = outlineOf(body)
  if (depth > deepestBody) throw new AppError('bad_request', 'The body is nested too deeply')
  if (values > max) throw new AppError('bad_request', `The body has more than ${max} values`)
  const value = readJson(text)
  // Parsers keep the first or the last of equal keys.
  if (!Array.isArray(value) && keys > Object.keys(Object(value)).length) {
    throw new AppError('bad_request', 'The body has a key twice')
  }
  return value
}

function readText(body: Uint8Array): string {
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw new AppError('bad_request', 'The body is not UTF-8')
  }
  if (text.startsWith('\ufeff'))
    throw new AppError('bad_request', 'The body begins with a byte order mark: send the JSON without it')
  return text
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_request', 'The body is not valid JSON')
  }
}

/** A list in an object suffices; millions of open brackets would block the process. */
const deepestBody = 32

const quote = 0x22
const backslash = 0x5c
const [comma, colon, list, endOfList, object, endOfObject] = Buffer.from(',:[]{}')

/** Depth, leaves, and keys of the outermost object with repeated ones. One pass over bytes. */
function outlineOf(body: Uint8Array): { keys: number; depth: number; values: number } {
  let level = 0
  let depth = 0
  let keys = 0
  let values = 1
  for (let i = 0; i < body.length && depth <= deepestBody; i++) {
    const byte = body[i]
    if (byte === quote) i = endOfString(body, i)
    else if (byte === object || byte === list) depth = Math.max(depth, ++level)
    else if (byte === endOfObject || byte === endOfList) level--
    else if (byte === comma) values++
    else if (byte === colon && level === 1) keys++
  }
  return { keys, depth, values }
}

function endOfString(body: Uint8Array, start: number): number {
  let i = start + 1
  for (; i < body.length && body[i] !== quote; i++) if (body[i] === backslash) i++
  return i
}
