import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Clock } from '@rts/shared/clock'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import type { CallerSigner } from '@rts/shared/service/caller-signature'
import { createCarry, streamBody } from '../common/carry.ts'
import type { Exchange } from '../common/exchange.ts'
import type { Network } from '../common/network.ts'
import type { Upstream } from '../common/upstream.ts'

export type Visit = Exchange & { network: Network }
type VisitForwardOptions = { upstream: Upstream; sign: CallerSigner; clock: Clock; timeoutMs: number }

const passedIn = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'cookie',
  'if-none-match',
  'origin',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'user-agent',
  'x-account',
  'x-callback-token',
] as const
const passedOut = [
  'allow',
  'cache-control',
  'clear-site-data',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'location',
  'permissions-policy',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'vary',
  'x-content-type-options',
  'x-frame-options',
  'x-robots-tag',
] as const

export function createVisitForward(options: VisitForwardOptions): (visit: Visit) => Promise<void> {
  const { upstream, timeoutMs } = options
  return createCarry({ upstream, timeoutMs, prepare: (visit) => prepare(options, visit), relay })
}

/** Only these headers pass: a browser cannot forge ours, and a key sent by mistake stays here. */
function prepare(
  { sign, clock }: VisitForwardOptions,
  { req, body = Buffer.alloc(0), network, requestId }: Visit,
): void {
  const anonymous = { accountId: '', plan: 'free', keyId: null, role: null, siteIds: null, collect: 'deny' } as const
  const iat = clock.now().getTime()
  const claims = { ...anonymous, aud: 'dashboard', iat, kind: 'visitor', network, requestId } as const
  const host = req.headers.host ?? ''
  const signed = sign({ ...claims, host }, { method: req.method, target: req.url, body })
  req.headers = {
    ...listed(req.headers, passedIn),
    host: 'dashboard',
    'x-request-id': requestId,
    [callerHeader]: signed.caller,
    [signatureHeader]: signed.signature,
    ...(body.length > 0 ? { 'content-length': String(body.length) } : {}),
  }
}

/** Caching and content policy are the dashboard's own. */
async function relay({ requestId, res }: Visit, answer: IncomingMessage): Promise<void> {
  const kept = listed(answer.headers, passedOut)
  const headers: OutgoingHttpHeaders = { 'cache-control': 'no-store', ...kept, 'x-request-id': requestId }
  res.writeHead(answer.statusCode ?? 502, headers)
  await streamBody(answer, res)
}

function listed(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}
