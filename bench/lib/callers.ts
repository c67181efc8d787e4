import { createHmac } from 'node:crypto'
import http from 'node:http'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import type { ServiceName } from '@rts/shared/contract/services'
import { subjectOf } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/broker'
import { signerOf, testSecrets } from '@rts/shared/testing/secrets'
import { connect } from 'nats'
import { requestOf } from '../../harness/load.ts'

/** The Accept header of the agents' endpoint; other endpoints take any. */
export const acceptedByAgents = 'application/json, text/event-stream'

type Outcome = { status: number; bytes: number; ms: number; retryAfterMs: number }
export type Call = (target: string) => Promise<Outcome>
type HeadersOf = (target: string, body?: Buffer) => Record<string, string>

/** The headers with which the gateway sends a call of one account to a service: a read, or a POST of `body`. */
export function headersOfAccount(service: ServiceName, accountId: string): HeadersOf {
  const sign = signerOf('gateway')
  const who = { kind: 'account', accountId, plan: 'scale', keyId: 'bench', role: null, siteIds: null } as const
  return (target, body) => {
    const claims = { ...who, aud: service, iat: Date.now(), collect: 'allow', requestId: 'bench' } as const
    const request = { method: body ? 'POST' : 'GET', target, body: body ?? Buffer.alloc(0) }
    const { caller, signature } = sign(claims, request)
    return { [callerHeader]: caller, [signatureHeader]: signature, accept: acceptedByAgents }
  }
}

/** The headers of a browser's POST to the dashboard as the gateway sends it, each of another network; `token-ID` is the session. */
export function headersOfPerson(personId: string): HeadersOf {
  const sign = signerOf('gateway')
  const host = '127.0.0.1'
  const noAccount = { accountId: '', plan: 'free', keyId: null, role: null, siteIds: null, collect: 'deny' } as const
  const token = `token-${personId}`
  const mac = createHmac('sha256', testSecrets.AUTH_SECRET).update(token).digest('base64')
  const cookie = `rts=${encodeURIComponent(`${token}.${mac}`)}`
  let visits = 0
  return (target, body = Buffer.alloc(0)) => {
    const network = { hash: `network-${++visits}`, area: null, from: 'bench' }
    const visit = { aud: 'dashboard', iat: Date.now(), kind: 'visitor', network, host, requestId: 'bench' } as const
    const { caller, signature } = sign({ ...noAccount, ...visit }, { method: 'POST', target, body })
    return { [callerHeader]: caller, [signatureHeader]: signature, cookie, origin: `http://${host}` }
  }
}

/** Calls over keep-alive connections: reads, or POSTs of `body`. */
export function callsWith(port: number, headersOf: HeadersOf, body?: Buffer): Call {
  const agent = new http.Agent({ keepAlive: true })
  const given = body ? { method: 'POST', type: { 'content-type': 'application/json' } } : { method: 'GET', type: {} }
  return (target) => {
    const headers = { ...headersOf(target, body), ...given.type }
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', path: target, headers, agent, method: given.method }
      const request = http.request(options, (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        const retryAfterMs = Number(answer.headers['retry-after'] ?? 0) * 1_000
        const status = answer.statusCode ?? 0
        answer.on('end', () => resolve({ status, bytes, ms: performance.now() - startedAt, retryAfterMs }))
        answer.on('error', reject)
      })
      request.on('error', reject).end(body)
    })
  }
}

/** Reads of one account. */
export function readsOf(service: ServiceName, port: number, accountId: string): Call {
  return callsWith(port, headersOfAccount(service, accountId))
}

/** A request in the form of the 2025 revisions; with `headers` of a key, or of the gateway for an account. */
export function mcpRequest(method: string, params: object, headers: Record<string, string> = {}): Buffer {
  const given = { Accept: acceptedByAgents, 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-11-25' }
  return requestOf('POST', '/mcp', { ...given, ...headers }, mcpBody(method, params))
}

export function mcpBody(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

/** Answers for the owner of sites, which does not run beside a service alone: no site is frozen. Ends with the process. */
export async function answerThawedSites(natsUrl: string): Promise<void> {
  const nats = await connect({ ...natsOptions(natsUrl, 'projects'), reconnect: false })
  nats.subscribe(subjectOf('sites.get'), {
    callback: (_error, message) => void message.respond(JSON.stringify({ ok: { project: { frozen: false } } })),
  })
  await nats.flush()
}
