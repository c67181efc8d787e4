import express, { type Express, type Request, type Response } from 'express'
import type { Clock } from '../clock.ts'
import { callerHeader, codeHeader, signatureHeader } from '../contract/caller.ts'
import { defaultBodyLimitBytes, type ServiceName } from '../contract/operation.ts'
import { type OperationName, operationEntries, operationOf } from '../contract/table.ts'
import { createPathMatcher } from '../derive/path-matcher.ts'
import { AppError, type FieldError, problemOf, publicError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { CallerVerifier } from './caller-signature.ts'
import type { Invoke, RawInput } from './invoke.ts'

export type HttpMountOptions = {
  service: ServiceName
  invoke: Invoke
  verify: CallerVerifier
  clock: Clock
  logger: Logger
  /** While true, answers ask for the connection to be closed, so that a replica can leave. */
  isDraining?: () => boolean
}

/** Sockets older than this are closed after an answer: a scaled-up service would get no traffic otherwise. */
const socketAgeMs = 30_000
const largestBodyBytes = Math.max(
  ...operationEntries().map(([, row]) => row.http?.bodyLimitBytes ?? defaultBodyLimitBytes),
)

/** The HTTP side of a service: its rows of the table, for calls that the gateway signed. */
export function mountHttp(options: HttpMountOptions): Express {
  const match = createPathMatcher()
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use(express.raw({ type: () => true, limit: largestBodyBytes, inflate: false }))
  app.use((req, res) => void serve(options, match, req, res))
  app.use((error: unknown, _req: Request, res: Response, _next: unknown) => {
    options.logger.warn({ err: error }, 'unreadable request')
    sendProblem(res, unreadable(Object(error).status), '')
  })
  return app
}

async function serve(
  options: HttpMountOptions,
  match: ReturnType<typeof createPathMatcher>,
  req: Request,
  res: Response,
) {
  let requestId = ''
  try {
    closeOldSockets(req, res, options.isDraining?.() ?? false)
    const body: Uint8Array = Buffer.isBuffer(req.body) ? req.body : new Uint8Array()
    const signed = { caller: req.get(callerHeader) ?? '', signature: req.get(signatureHeader) ?? '' }
    const caller = options.verify(signed, { method: req.method, target: req.url, body }, options.clock.now().getTime())
    requestId = caller.requestId
    const [path = '', query = ''] = splitOnce(req.url, '?')
    const found = match(req.method, path)
    if (found.kind !== 'operation' || operationOf(found.name).owner !== options.service) {
      throw new AppError('not_found', 'No such operation')
    }
    const input: RawInput = {
      params: found.params,
      query: parseQuery(found.name, query),
      body: parseBody(found.name, body),
    }
    res.json(await options.invoke(found.name, input, caller))
  } catch (error) {
    if (!(error instanceof AppError)) options.logger.error({ err: error, requestId, path: req.path }, 'request failed')
    sendProblem(res, publicError(error), requestId)
  }
}

/** What the body reader could not take, by the status that it names. */
function unreadable(status: unknown): AppError {
  if (status === 413) return new AppError('payload_too_large', 'The body is too large')
  if (status === 415) return new AppError('unsupported_media_type', 'A compressed body is not taken')
  return new AppError('bad_request', 'The request could not be read')
}

function sendProblem(res: Response, error: AppError, requestId: string): void {
  if (error.facts.retryAfterSeconds) res.set('retry-after', String(error.facts.retryAfterSeconds))
  res.set(codeHeader, error.code)
  res
    .status(error.status)
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(error, requestId)))
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Query values are texts; those of whole-number fields become numbers. A doubled parameter is refused. */
function parseQuery(name: OperationName, query: string): Record<string, unknown> {
  if (!isDecodable(query)) throw new AppError('bad_request', 'The query is not percent-encoded UTF-8')
  const values: Record<string, unknown> = Object.create(null)
  const errors: FieldError[] = []
  for (const [field, value] of new URLSearchParams(query)) {
    if (field in values) errors.push({ in: 'query', field, code: 'doubled', message: 'stands more than once' })
    values[field] = integerFields(name).has(field) && /^-?\d{1,9}$/.test(value) ? Number(value) : value
  }
  if (errors.length > 0) throw new AppError('invalid_input', 'A query parameter stands more than once', { errors })
  return values
}

/** A lenient reader would put a replacement character into a phrase without a word. */
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

function parseBody(name: OperationName, body: Uint8Array): unknown {
  if (body.length === 0) return operationOf(name).body ? {} : undefined
  const value = parseJson(body)
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value
  throw new AppError('invalid_input', 'The body must be a JSON object', {
    errors: [{ in: 'body', field: '', code: 'invalid_type', message: 'must be a JSON object' }],
  })
}

function parseJson(body: Uint8Array): unknown {
  const text = readText(body)
  const value = readJson(text)
  // Two readers of one document must not see two documents.
  if (keysWritten(text) > Object.keys(Object(value)).length && !Array.isArray(value)) {
    throw new AppError('bad_request', 'The body holds a key twice')
  }
  return value
}

function readText(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new AppError('bad_request', 'The body is not UTF-8')
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('bad_request', 'The body is not valid JSON')
  }
}

/** How many keys the outermost object of a valid JSON text writes out, doubled ones twice. One pass over the text. */
function keysWritten(text: string): number {
  let [depth, keys, isInString] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (isInString) {
      if (char === '\\') i++
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === ':' && depth === 1) keys++
  }
  return keys
}

const openedAt = new WeakMap<object, number>()

function closeOldSockets(req: Request, res: Response, isDraining: boolean): void {
  const now = performance.now()
  const opened = openedAt.get(req.socket) ?? now - Math.random() * (socketAgeMs / 3)
  openedAt.set(req.socket, opened)
  if (isDraining || now - opened > socketAgeMs) res.set('connection', 'close')
}
