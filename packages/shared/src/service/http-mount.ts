import { hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import express, { type Express, type Request, type Response } from 'express'
import type { Clock } from '../clock.ts'
import { type Call, callerHeader, codeHeader, giveBackHeader, signatureHeader } from '../contract/caller.ts'
import { Free } from '../contract/free.ts'
import { collectingCallMs, defaultBodyLimitBytes } from '../contract/operation.ts'
import type { ServiceName } from '../contract/services.ts'
import { type OperationName, operationEntries, operationOf } from '../contract/table.ts'
import { Written } from '../contract/written.ts'
import { createPathMatcher } from '../derive/path-matcher.ts'
import { AppError, problemOf } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { yieldForLarge } from '../scheduling.ts'
import { continueTrace, traceHeader } from '../traces/spans.ts'
import { answerError } from './answer-error.ts'
import type { CallerVerifier } from './caller-signature.ts'
import { parseBody, parseQuery } from './http-input.ts'
import { closeSignal } from './http-server.ts'
import type { Invoke } from './invoke.ts'
import { LongAnswer } from './long-answer.ts'
import type { WorkThread } from './work-thread.ts'

export type HttpMountOptions = {
  service: ServiceName
  invoke: Invoke
  verify: CallerVerifier
  clock: Clock
  logger: Logger
  thread?: WorkThread | null
}

type Asked = { name: OperationName; params: unknown; query: unknown; body: Uint8Array }

/** Older sockets close after an answer: otherwise new replicas get no traffic. */
const socketAgeMs = 30_000
/** As long as the gateway waits. */
const otherCallMs = 20_000
const largestBodyBytes = Math.max(
  ...operationEntries().map(([, row]) => row.http?.bodyLimitBytes ?? defaultBodyLimitBytes),
)

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
    closeOldSockets(req, res)
    const body: Uint8Array = Buffer.isBuffer(req.body) ? req.body : new Uint8Array()
    await yieldForLarge(body)
    const signed = { caller: req.get(callerHeader) ?? '', signature: req.get(signatureHeader) ?? '' }
    const caller = options.verify(signed, { method: req.method, target: req.url, body }, options.clock.now().getTime())
    requestId = caller.requestId
    const [path = '', query = ''] = splitOnce(req.url, '?')
    const found = match(req.method, path)
    if (found.kind !== 'operation' || operationOf(found.name).owner !== options.service) {
      throw new AppError('not_found', 'No such operation')
    }
    const deadlineAt = performance.now() + (operationOf(found.name).collects ? collectingCallMs : otherCallMs)
    const call = { caller, deadlineAt, signal: closeSignal(res) }
    const asked = { name: found.name, params: found.params, query: parseQuery(found.name, query), body }
    const answer = await continueTrace(req.get(traceHeader), () => answerOf(options, asked, call))
    await send(res, answer, operationOf(found.name).http?.method === 'GET')
  } catch (error) {
    if (Object(error).code === 'ERR_STREAM_PREMATURE_CLOSE') return
    sendProblem(res, answerError(error, options.logger, { requestId, path: req.path }), requestId)
  }
}

function answerOf({ invoke, thread }: HttpMountOptions, { name, params, query, body }: Asked, call: Call) {
  if (thread?.takes(body.length)) return thread.answer({ name, params, query, body }, call)
  return invoke(name, { params, query, body: parseBody(name, body), isRest: true }, call)
}

/** At the client's pace; an error in the middle breaks the connection. */
async function send(res: Response, answer: unknown, isTagged: boolean): Promise<void> {
  if (answer instanceof Free) {
    res.set(giveBackHeader, '1')
    return send(res, answer.answer, false)
  }
  res.type('application/json')
  if (!(answer instanceof LongAnswer)) {
    const body = answer instanceof Written ? Buffer.from(answer.json.buffer) : Buffer.from(JSON.stringify(answer))
    // Weak: the gateway adds the allowance and compresses.
    if (isTagged) res.set('ETag', tagOf(body, Object(answer).nextUpdatedSince))
    return void res.send(body)
  }
  try {
    await pipeline(answer.pieces, res)
  } finally {
    await answer.pieces.return()
  }
}

/** 128 bits of SHA-256: 30 us for 44 KB, a tenth of writing them. */
function tagOf(body: Buffer, nextUpdatedSince: unknown): string {
  return `W/"${hash('sha256', withoutTime(body, nextUpdatedSince), 'base64url').slice(0, 22)}"`
}

/** `nextUpdatedSince` moves with each call: without it an unchanged list keeps its tag. */
function withoutTime(body: Buffer, time: unknown): Buffer {
  const text = `"nextUpdatedSince":"${String(time)}"`
  const at = typeof time === 'string' ? body.lastIndexOf(text) : -1
  return at < 0 ? body : Buffer.concat([body.subarray(0, at), body.subarray(at + text.length)])
}

function unreadable(status: unknown): AppError {
  if (status === 413) return new AppError('payload_too_large', 'The body is too large')
  if (status === 415) return new AppError('unsupported_media_type', 'Compressed bodies are not supported')
  return new AppError('bad_request', 'The request could not be read')
}

function sendProblem(res: Response, error: AppError, requestId: string): void {
  if (res.headersSent) return void res.destroy()
  if (error.facts.retryAfterSeconds) res.set('retry-after', String(error.facts.retryAfterSeconds))
  res.set(codeHeader, error.code)
  if (error.facts.isCallers) res.set(giveBackHeader, '1')
  res
    .status(error.status)
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(error, requestId)))
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const openedAt = new WeakMap<object, number>()

function closeOldSockets(req: Request, res: Response): void {
  const now = performance.now()
  const opened = openedAt.get(req.socket) ?? now - Math.random() * (socketAgeMs / 3)
  openedAt.set(req.socket, opened)
  if (now - opened > socketAgeMs) res.set('connection', 'close')
}
