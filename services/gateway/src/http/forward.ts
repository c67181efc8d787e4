import type { IncomingMessage } from 'node:http'
import { callerHeader, codeHeader, giveBackHeader, signatureHeader } from '@rts/shared/contract/caller'
import type { ServiceName } from '@rts/shared/contract/operation'
import { AppError, type ErrorCode, errorCodes } from '@rts/shared/errors'
import { planSchema } from '@rts/shared/plans'
import type { CallerClaims, CallerSigner } from '@rts/shared/service/caller-signature'
import type { Request, Response } from 'express'
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware'
import { commonHeaders } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { isSpliceable, spliceAllowance } from './splice.ts'
import type { Upstream } from './upstream.ts'

export type ForwardOptions = {
  owner: ServiceName
  upstream: Upstream
  sign: CallerSigner
  timeoutMs: number
  /** Gives the charge back and puts the day as it is now into the exchange. */
  giveBack(exchange: Exchange): Promise<void>
}

/** Codes that a service answers and that still cost a call: the caller named the address that could not be fetched. */
const keepsCharge: ReadonlySet<string> = new Set<ErrorCode>(['fetch_failed'])
type Pending = { exchange: Exchange; tries: number; timedOut: boolean; settled: boolean; done(error?: unknown): void }

/** Hands one admitted request to its owner and streams the answer back with the allowance at its head. */
export function createForward(options: ForwardOptions): (exchange: Exchange) => Promise<void> {
  const pending = new WeakMap<object, Pending>()
  const proxy: RequestHandler<Request, Response> = createProxyMiddleware<Request, Response>({
    target: options.upstream.url,
    agent: options.upstream.agent,
    selfHandleResponse: true,
    proxyTimeout: options.timeoutMs,
    on: {
      proxyReq: (outgoing, req) => {
        const call = pending.get(req)
        if (!call) return void outgoing.destroy()
        outgoing.on('timeout', () => {
          call.timedOut = true
        })
        if (call.exchange.body) outgoing.write(call.exchange.body)
      },
      proxyRes: (answer, req) => {
        const call = pending.get(req)
        if (call) relay(options, call, answer).then(() => call.done(), call.done)
      },
      error: (error, req, res) => {
        const call = pending.get(req)
        if (!call || !('writeHead' in res)) return
        if (isRefused(error) && call.tries++ === 0) {
          // The second try listens to the same response once more.
          call.exchange.res.setMaxListeners(20)
          return void send(proxy, call)
        }
        call.done(failureOf(error, call.timedOut))
      },
    },
  })
  return (exchange) =>
    new Promise<void>((resolve, reject) => {
      const done = (error?: unknown) => {
        if (call.settled) return
        call.settled = true
        pending.delete(exchange.req)
        options.upstream.report(!(error instanceof AppError && error.status >= 500 && error.code !== 'provider_failed'))
        if (error) reject(error)
        else resolve()
      }
      const call: Pending = { exchange, tries: 0, timedOut: false, settled: false, done }
      pending.set(exchange.req, call)
      exchange.res.once('close', () => done())
      prepare(options, exchange)
      send(proxy, call)
    })
}

function send(proxy: RequestHandler<Request, Response>, { exchange, done }: Pending): void {
  proxy(exchange.req, exchange.res, done).catch(done)
}

/** Only these headers and the canonical target reach a service; nothing a client sent can pose as ours. */
function prepare({ owner, sign }: ForwardOptions, exchange: Exchange): void {
  const { req, standing, body = Buffer.alloc(0) } = exchange
  if (!standing) throw new AppError('internal', 'Not admitted')
  const target = exchange.path + (exchange.query ? `?${exchange.query}` : '')
  const plan = planSchema.parse(standing.plan)
  const { accountId, keyId, siteId } = standing
  const claims: CallerClaims = {
    aud: owner,
    iat: Math.round(standing.nowMs),
    kind: 'account',
    accountId,
    plan,
    keyId,
    role: null,
    siteId,
    collect: exchange.collect,
    requestId: exchange.requestId,
  }
  const signed = sign(claims, { method: req.method, target, body })
  req.url = target
  req.headers = {
    host: owner,
    accept: 'application/json',
    'x-request-id': exchange.requestId,
    [callerHeader]: signed.caller,
    [signatureHeader]: signed.signature,
    ...(body.length > 0 ? { 'content-type': 'application/json', 'content-length': String(body.length) } : {}),
  }
}

async function relay(options: ForwardOptions, call: Pending, answer: IncomingMessage): Promise<void> {
  const { exchange } = call
  await takeOver(answer)
  // An answer can be broken already: its parser reports before anyone has read it.
  if (call.settled) return void answer.destroy()
  const status = answer.statusCode ?? 502
  const code = String(answer.headers[codeHeader] ?? '')
  if (status >= 500) return refuse(answer, serviceError(status, code))
  if (!isSpliceable(answer))
    return refuse(answer, new AppError('bad_upstream_body', 'The service gave an unusable answer'))
  const isFree = (status >= 400 && !keepsCharge.has(code)) || answer.headers[giveBackHeader] === '1'
  if (isFree) await options.giveBack(exchange)
  const headers: Record<string, string | number> = {
    ...commonHeaders(exchange),
    'Content-Type': answer.headers['content-type'] ?? '',
  }
  const retryAfter = answer.headers['retry-after']
  if (retryAfter) headers['Retry-After'] = retryAfter
  const outcome = await spliceAllowance(answer, exchange.res, {
    status,
    headers,
    allowance: () => JSON.stringify(exchange.allowance),
  })
  if (outcome !== 'done') refuse(answer, new AppError('bad_upstream_body', 'The service gave an unusable answer'))
}

/** The proxy cuts the client off when an answer breaks or is thrown away; before the head that is a clean refusal here. */
export async function takeOver(answer: IncomingMessage): Promise<void> {
  answer.on('error', () => {})
  // The proxy adds its listeners right behind the event that this was called from.
  await Promise.resolve()
  answer
    .removeAllListeners('close')
    .removeAllListeners('error')
    .on('error', () => {})
}

function refuse(answer: IncomingMessage, error: AppError): never {
  answer.destroy()
  throw error
}

function serviceError(status: number, code: string): AppError {
  const known = Object.entries(errorCodes).find(([name, entry]) => name === code && entry.status === status)
  // safe because the entry was found among the codes
  if (known) return new AppError(known[0] as ErrorCode, known[1].title)
  if (status === 503) return new AppError('unavailable', 'The service behind this is not available')
  return new AppError(status === 504 ? 'timeout' : 'internal', 'Something went wrong on our side')
}

/** Whether no service ever saw the request. */
export function isRefused(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(Object(error).code))
}

/** A broken call as the caller may see it. */
export function failureOf(error: unknown, timedOut: boolean): AppError {
  if (isRefused(error)) return new AppError('unavailable', 'The service behind this is not reachable')
  if (timedOut) return new AppError('timeout', 'The service behind this did not answer in time')
  return new AppError('bad_upstream_body', 'The service behind this broke off')
}
