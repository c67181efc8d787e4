import type { IncomingMessage } from 'node:http'
import { callerHeader, codeHeader, giveBackHeader, signatureHeader } from '@rts/shared/contract/caller'
import { AppError, type ErrorCode, errorCodes } from '@rts/shared/errors'
import { planSchema } from '@rts/shared/plans'
import type { CallerClaims, CallerSigner } from '@rts/shared/service/caller-signature'
import { refusals } from '@rts/shared/texts/refusals'
import { commonHeaders } from '../common/answers.ts'
import { createCarry } from '../common/carry.ts'
import type { Exchange } from '../common/exchange.ts'
import { busy } from '../common/refusals.ts'
import type { Upstream } from '../common/upstream.ts'
import { codingOf } from './coding.ts'
import { isSpliceable, spliceAllowance } from './splice.ts'

type ForwardOptions = {
  upstream: Upstream
  sign: CallerSigner
  timeoutMs: number
  giveBack(exchange: Exchange): Promise<void>
  deprecation(exchange: Exchange): Readonly<Record<string, string>>
}

/** Codes that still cost a call: the caller named the address that could not be fetched. */
const keepsCharge: ReadonlySet<string> = new Set<ErrorCode>(['fetch_failed'])

export function createForward(options: ForwardOptions): (exchange: Exchange) => Promise<void> {
  const { upstream, timeoutMs } = options
  return createCarry({
    upstream,
    timeoutMs,
    prepare: (exchange) => prepare(options, exchange),
    relay: (exchange, answer) => relay(options, exchange, answer),
  })
}

/** Only these headers and the canonical target reach a service: a client cannot forge ours. */
function prepare({ upstream, sign }: ForwardOptions, exchange: Exchange): void {
  const { req, keyState, body = Buffer.alloc(0) } = exchange
  if (!keyState) throw new AppError('internal', 'Not admitted')
  const target = exchange.path + (exchange.query ? `?${exchange.query}` : '')
  const plan = planSchema.parse(keyState.plan)
  const { accountId, keyId, siteId } = keyState
  if (exchange.wanted.isHead) req.method = 'GET'
  const claims: CallerClaims = {
    aud: upstream.name,
    iat: Math.round(keyState.nowMs),
    kind: 'account',
    accountId,
    plan,
    keyId,
    role: null,
    siteIds: siteId === null ? null : [siteId],
    collect: exchange.collect,
    requestId: exchange.requestId,
  }
  const signed = sign(claims, { method: req.method, target, body })
  req.url = target
  req.headers = {
    host: upstream.name,
    accept: 'application/json',
    'x-request-id': exchange.requestId,
    [callerHeader]: signed.caller,
    [signatureHeader]: signed.signature,
    ...(body.length > 0 ? { 'content-type': 'application/json', 'content-length': String(body.length) } : {}),
  }
}

async function relay(options: ForwardOptions, exchange: Exchange, answer: IncomingMessage): Promise<void> {
  const status = answer.statusCode ?? 502
  const code = String(answer.headers[codeHeader] ?? '')
  const isCallers = answer.headers[giveBackHeader] === '1'
  if (status === 503 && isCallers) return refuse(answer, tooManyOfAccount(answer))
  if (status >= 500) return refuse(answer, serviceError(status, code))
  if (!isSpliceable(answer)) return refuse(answer, unusable())
  const isFree = (status >= 400 && !keepsCharge.has(code)) || isCallers
  if (isFree) await options.giveBack(exchange)
  const { wanted, res, allowance } = exchange
  const headers: Record<string, string | number> = {
    ...commonHeaders(exchange),
    ...options.deprecation(exchange),
    Vary: 'Accept-Encoding',
  }
  const tag = status === 200 && !isFree ? answer.headers.etag : undefined
  if (tag !== undefined) {
    headers.ETag = tag
    headers['Cache-Control'] = 'private, no-cache'
    // A used-up day is said in the body.
    if (!allowance?.exhausted && holdsTag(wanted.tags, tag)) {
      if (await isReadToEnd(answer)) return void res.writeHead(304, headers).end()
      return refuse(answer, unusable())
    }
  }
  headers['Content-Type'] = answer.headers['content-type'] ?? ''
  const retryAfter = answer.headers['retry-after']
  if (retryAfter) headers['Retry-After'] = retryAfter
  const outcome = await spliceAllowance(answer, res, {
    status,
    headers,
    allowance: () => JSON.stringify(allowance),
    coding: codingOf(wanted.encodings),
    isHead: wanted.isHead,
  })
  if (outcome !== 'done') refuse(answer, unusable())
}

/** A connection is kept only after the whole answer. False if it breaks. */
function isReadToEnd(answer: IncomingMessage): Promise<boolean> {
  if (answer.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    const breaks = () => resolve(false)
    answer.once('error', breaks).once('aborted', breaks)
    answer.once('end', () => resolve(true)).resume()
  })
}

const unusable = () => new AppError('bad_upstream_body', 'The service gave an unusable answer')

function refuse(answer: IncomingMessage, error: AppError): never {
  answer.destroy()
  throw error
}

function tooManyOfAccount(answer: IncomingMessage): AppError {
  const retryAfterSeconds = Number(answer.headers['retry-after']) || 1
  const message = 'This account is already reading other long lists; try again, or use limit to read pages'
  return new AppError('unavailable', message, { retryAfterSeconds, isCallers: true })
}

function serviceError(status: number, code: string): AppError {
  const known = Object.entries(errorCodes).find(([name, entry]) => name === code && entry.status === status)
  if (status === 503) return busy('The service behind this is not available')
  // safe because the entry was found among the codes
  if (known) return new AppError(known[0] as ErrorCode, known[1].title)
  return new AppError(status === 504 ? 'timeout' : 'internal', refusals.internal)
}

/** RFC 9110, 13.1.2: compared weakly; `*` matches all. */
export function holdsTag(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  const opaque = opaqueOf(tag)
  // Ours have no comma.
  return condition.split(',').some((one) => opaqueOf(one.trim()) === opaque)
}

function opaqueOf(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
