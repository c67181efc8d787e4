import { Agent, buildConnector, type Dispatcher } from 'undici'
import { withDeadline } from '../deadline.ts'
import { acceptedCodings, readBody } from './body.ts'
import { type Dial, guardedConnector, type Resolve, systemResolve } from './connect.ts'
import type { HostOverrides } from './overrides.ts'
import { type FetchFailureKind, kindOfError, Refused } from './refusal.ts'
import { checkedUrl, type UrlRules } from './url.ts'

const defaultLimits = {
  connectMs: 5_000,
  /** Until the headers are there, and between two pieces of the body. */
  headersMs: 10_000,
  /** The whole fetch, redirects included: it ends an answer that drips. */
  totalMs: 30_000,
  headerBytes: 16_384,
  wireBytes: 2_097_152,
  decodedBytes: 2_097_152,
  redirects: 5,
  connectionsPerOrigin: 4,
}
export type FetchLimits = typeof defaultLimits

export type FetcherSettings = {
  userAgent: string
  ports?: ReadonlySet<number>
  overrides?: HostOverrides
  limits?: Partial<FetchLimits>
  resolve?: Resolve
  dial?: Dial
}

/** `truncate` keeps the beginning of a body that is too large; `within` refuses every address outside that domain, redirects included. */
export type FetchOptions = { truncate?: boolean; within?: string; signal?: AbortSignal }

/** `url` is the last address that was asked, `hops` those that redirected to it. Any status is an answer. */
export type Fetched =
  | {
      ok: true
      url: string
      hops: string[]
      status: number
      headers: Record<string, string>
      body: Uint8Array
      isTruncated: boolean
    }
  | { ok: false; url: string; hops: string[]; kind: FetchFailureKind }

export type GuardedFetcher = { get(address: string, options?: FetchOptions): Promise<Fetched>; close(): Promise<void> }

type Deps = { agent: Agent; rules: UrlRules; limits: FetchLimits; userAgent: string }

/** Where a redirect leads; null for any other answer. */
function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode)
  return isRedirect && typeof headers.location === 'string' ? headers.location : null
}

/** Nothing of ours goes along: no key, no cookie, no header of a caller. */
function ask({ agent, userAgent }: Deps, url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': acceptedCodings }
  return agent.request({ origin: url.origin, path: url.pathname + url.search, method: 'GET', headers, signal })
}

/** Asks, and follows redirects with the same checks at each; `visited` is filled on the way. */
async function follow(deps: Deps, address: string, options: FetchOptions, signal: AbortSignal, visited: string[]) {
  const rules = options.within === undefined ? deps.rules : { ...deps.rules, within: options.within }
  let url = checkedUrl(address, rules)
  for (;;) {
    visited.push(url.href)
    const answer = await ask(deps, url, signal)
    try {
      const next = redirectOf(answer)
      if (next === null) return { answer, ...(await readBody(answer, deps.limits, options.truncate ?? false)) }
      if (visited.length > deps.limits.redirects) throw new Refused('too_many_redirects')
      url = checkedUrl(next, rules, url)
    } finally {
      // What is left of an answer that was refused, cut or followed is not waited for.
      answer.body.on('error', () => {}).destroy()
    }
  }
}

async function get(deps: Deps, address: string, options: FetchOptions): Promise<Fetched> {
  const visited: string[] = []
  const place = () => ({ url: visited.at(-1) ?? address, hops: visited.slice(0, -1) })
  try {
    const { answer, body, isTruncated } = await withDeadline(deps.limits.totalMs, options.signal, (signal) =>
      follow(deps, address, options, signal, visited),
    )
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    return { ok: true, ...place(), status: answer.statusCode, headers, body, isTruncated }
  } catch (error) {
    return { ok: false, ...place(), kind: kindOfError(error) }
  }
}

/**
 * Fetches addresses that strangers name. Only public servers are ever connected to, at the first address and at each redirect, and
 * an answer is bounded in size and time. It never throws, and its failures say nothing about our network. There is no switch that
 * turns the checks off: `overrides` names the places of a sandbox, `resolve` and `dial` play the network in tests.
 */
export function createGuardedFetcher(settings: FetcherSettings): GuardedFetcher {
  const limits = { ...defaultLimits, ...settings.limits }
  const { userAgent, ports = new Set([80, 443]), overrides = new Map(), resolve = systemResolve } = settings
  const dial = settings.dial ?? buildConnector({ timeout: limits.connectMs, allowH2: false })
  const agent = new Agent({
    connect: guardedConnector({ resolve, dial, overrides }),
    // Its frames and streams would need bounds of their own.
    allowH2: false,
    connections: limits.connectionsPerOrigin,
    maxHeaderSize: limits.headerBytes,
    // However long a server offers to keep a connection.
    keepAliveMaxTimeout: 10_000,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.headersMs,
  })
  const deps = { agent, rules: { ports, overrides }, limits, userAgent }
  return { get: (address, options = {}) => get(deps, address, options), close: () => agent.destroy() }
}
