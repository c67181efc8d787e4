import type { IncomingMessage } from 'node:http'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { mcpPath } from '@rts/shared/contract/doors'
import { AppError } from '@rts/shared/errors'
import { planSchema } from '@rts/shared/plans'
import type { CallerClaims, CallerSigner } from '@rts/shared/service/caller-signature'
import { commonHeaders } from '../common/answers.ts'
import { createCarry, streamBody } from '../common/carry.ts'
import { busy } from '../common/refusals.ts'
import type { Upstream } from '../common/upstream.ts'
import type { McpExchange } from './exchange.ts'

export type McpForwardOptions = { upstream: Upstream; sign: CallerSigner; timeoutMs: number }

const passedOn = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

export function createMcpForward(options: McpForwardOptions): (exchange: McpExchange) => Promise<void> {
  const { upstream, timeoutMs, sign } = options
  return createCarry({ upstream, timeoutMs, prepare: (exchange) => prepare(sign, exchange), relay })
}

/** Only these headers reach the service: a client cannot forge ours, and its key stays here. */
function prepare(sign: CallerSigner, exchange: McpExchange): void {
  const { req, body = Buffer.alloc(0) } = exchange
  const signed = sign(claimsOf(exchange), { method: 'POST', target: mcpPath, body })
  const kept = passedOn.flatMap((name) => (req.headers[name] === undefined ? [] : [[name, req.headers[name]]]))
  req.url = mcpPath
  req.headers = {
    host: 'mcp',
    // The service wants both by name; a wildcard includes them.
    accept: 'application/json, text/event-stream',
    ...Object.fromEntries(kept),
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-request-id': exchange.requestId,
    [callerHeader]: signed.caller,
    [signatureHeader]: signed.signature,
  }
}

/** A guest, an account, or without a key a network. */
function claimsOf(exchange: McpExchange): CallerClaims {
  const { keyState, requestId, admittedAtMs } = exchange
  if (admittedAtMs === undefined) throw new AppError('internal', 'Not admitted')
  const call = { aud: 'mcp', iat: Math.round(admittedAtMs), role: null, collect: 'allow', requestId } as const
  if (!keyState) {
    const { network } = exchange
    return { ...call, kind: 'guest', accountId: '', plan: 'guest', keyId: null, siteIds: null, network }
  }
  const { accountId, keyId, siteId } = keyState
  const kind = keyState.kind === 'guest' ? 'guest' : 'account'
  const plan = planSchema.parse(keyState.plan)
  const siteIds = siteId === null ? null : [siteId]
  return { ...call, kind, accountId, plan, keyId, siteIds, network: null, ...exchange.rights }
}

async function relay({ requestId, keyState, res }: McpExchange, answer: IncomingMessage): Promise<void> {
  const status = answer.statusCode ?? 502
  // Internal errors are not shown.
  if (status >= 500) {
    answer.destroy()
    throw busy('The agent endpoint is temporarily unavailable')
  }
  const headers: Record<string, string> = commonHeaders({ requestId, keyState })
  for (const name of ['content-type', 'content-length'] as const) {
    const value = answer.headers[name]
    if (value !== undefined) headers[name] = value
  }
  res.writeHead(status, headers)
  await streamBody(answer, res)
}
