import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { mcpPath } from '@rts/shared/contract/doors'
import type { ServiceName } from '@rts/shared/contract/services'
import { subjectOf } from '@rts/shared/derive/subjects'
import { natsOptions } from '@rts/shared/service/broker'
import { signerOf, testSecrets } from '@rts/shared/testing/secrets'
import { connect } from 'nats'
import { ask } from '../../harness/customers/answers.ts'
import type { Request } from '../../harness/load.ts'

/** The Accept header of the agents' endpoint; other endpoints take any. */
export const acceptedByAgents = 'application/json, text/event-stream'

type Outcome = { status: number; bytes: number; ms: number; retryAfterMs: number }
export type Call = (target: string) => Promise<Outcome>
type HeadersOf = (target: string, body?: Buffer) => Record<string, string>

/** Who calls a service through the gateway: an account, or a person on the dashboard's pages. */
export type Caller = { service: ServiceName; account: string } | { person: string }

/** The headers with which the gateway sends a call: a GET, or a POST of `body`. */
export function headersOf(caller: Caller): HeadersOf {
  return 'person' in caller ? headersOfPerson(caller.person) : headersOfAccount(caller.service, caller.account)
}

function headersOfAccount(service: ServiceName, accountId: string): HeadersOf {
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
function headersOfPerson(personId: string): HeadersOf {
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

/** Calls over keep-alive connections: GETs, or POSTs of `body`. */
export function callsOf(port: number, caller: Caller, body?: object): Call {
  const headersFor = headersOf(caller)
  const sent = body && Buffer.from(JSON.stringify(body))
  return async (target) => {
    const headers = headersFor(target, sent)
    const startedAt = performance.now()
    const reply = await ask(`http://127.0.0.1:${port}${target}`, { headers, body })
    const retryAfterMs = Number(reply.headers['retry-after'] ?? 0) * 1_000
    return { status: reply.status, bytes: reply.body.length, ms: performance.now() - startedAt, retryAfterMs }
  }
}

/** Another account's calls beside something, one after the other until `endsAt`: their times, and how many were not answered with 200. */
export async function callUntil(endsAt: number, call: () => ReturnType<Call>, pauseMs: number) {
  const seen = { times: [] as number[], failed: 0 }
  for (; Date.now() < endsAt; await delay(pauseMs)) {
    const { status, ms } = await call()
    seen.times.push(ms)
    if (status !== 200) seen.failed++
  }
  return seen
}

/** A request in the form of the 2025 revisions, with a key or without. */
export function mcpRequest(method: string, params: object, key?: string): Request {
  const given = { accept: acceptedByAgents, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' }
  const headers = { ...given, ...(key && { authorization: `Bearer ${key}` }) }
  return { method: 'POST', path: mcpPath, headers, body: JSON.stringify(mcpMessage(method, params)) }
}

/** A message of an agent. */
export function mcpMessage(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 1, method, params }
}

/** Answers for the owner of sites, which does not run beside a service alone: no site is frozen. Ends with the process. */
export async function answerThawedSites(natsUrl: string): Promise<void> {
  const nats = await connect({ ...natsOptions(natsUrl, 'projects'), reconnect: false })
  nats.subscribe(subjectOf('sites.get'), {
    callback: (_error, message) => void message.respond(JSON.stringify({ ok: { project: { frozen: false } } })),
  })
  await nats.flush()
}
