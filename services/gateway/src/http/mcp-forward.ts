import type { IncomingMessage } from 'node:http'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'
import { planSchema } from '@rts/shared/plans'
import type { CallerClaims, CallerSigner } from '@rts/shared/service/caller-signature'
import type { Request, Response } from 'express'
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware'
import { commonHeaders } from './answers.ts'
import { failureOf, isRefused, takeOver } from './forward.ts'
import type { McpExchange } from './mcp-exchange.ts'
import type { Upstream } from './upstream.ts'

export type McpForwardOptions = { upstream: Upstream; sign: CallerSigner; timeoutMs: number }
type Pending = {
  exchange: McpExchange
  tries: number
  timedOut: boolean
  settled: boolean
  done(error?: unknown): void
}

/** The one target that is signed and served. */
const target = '/mcp'
const passedOn = ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/** Hands one admitted message to the mcp service and streams its answer back as it is. */
export function createMcpForward(options: McpForwardOptions): (exchange: McpExchange) => Promise<void> {
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
        if (call) relay(call, answer).then(() => call.done(), call.done)
      },
      error: (error, req, res) => {
        const call = pending.get(req)
        if (!call || !('writeHead' in res)) return
        if (isRefused(error) && call.tries++ === 0) return void send(proxy, call)
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
        options.upstream.report(!(error instanceof AppError && error.status >= 500))
        if (error) reject(error)
        else resolve()
      }
      const call: Pending = { exchange, tries: 0, timedOut: false, settled: false, done }
      pending.set(exchange.req, call)
      exchange.res.once('close', () => done())
      prepare(options.sign, exchange)
      send(proxy, call)
    })
}

function send(proxy: RequestHandler<Request, Response>, { exchange, done }: Pending): void {
  proxy(exchange.req, exchange.res, done).catch(done)
}

/** Only these headers reach the service; nothing a client sent can pose as ours, and its key stays here. */
function prepare(sign: CallerSigner, exchange: McpExchange): void {
  const { req, body = Buffer.alloc(0) } = exchange
  const signed = sign(claimsOf(exchange), { method: 'POST', target, body })
  const kept = passedOn.flatMap((name) => (req.headers[name] === undefined ? [] : [[name, req.headers[name]]]))
  req.url = target
  req.headers = {
    host: 'mcp',
    ...Object.fromEntries(kept),
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-request-id': exchange.requestId,
    [callerHeader]: signed.caller,
    [signatureHeader]: signed.signature,
  }
}

/** A guest, an account, or, without a key, the lobby: nobody, with its network. */
function claimsOf({ standing, network, requestId, admittedAtMs }: McpExchange): CallerClaims {
  if (admittedAtMs === undefined) throw new AppError('internal', 'Not admitted')
  const call = { aud: 'mcp', iat: Math.round(admittedAtMs), role: null, collect: 'allow', requestId } as const
  if (!standing) return { ...call, kind: 'guest', accountId: '', plan: 'guest', keyId: null, siteId: null, network }
  const { accountId, keyId, siteId } = standing
  const kind = standing.kind === 'guest' ? 'guest' : 'account'
  return { ...call, kind, accountId, plan: planSchema.parse(standing.plan), keyId, siteId, network: null }
}

async function relay(call: Pending, answer: IncomingMessage): Promise<void> {
  await takeOver(answer)
  if (call.settled) return void answer.destroy()
  const { requestId, standing, res } = call.exchange
  const status = answer.statusCode ?? 502
  // What went wrong inside says nothing here.
  if (status >= 500) {
    answer.destroy()
    throw new AppError('unavailable', 'The agent endpoint is temporarily unavailable')
  }
  const headers: Record<string, string> = commonHeaders({ requestId, standing })
  for (const name of ['content-type', 'content-length'] as const) {
    const value = answer.headers[name]
    if (value !== undefined) headers[name] = value
  }
  res.writeHead(status, headers)
  await new Promise<void>((resolve) => {
    answer.once('error', () => res.destroy())
    res.once('close', resolve)
    answer.pipe(res)
  })
}
