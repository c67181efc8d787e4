import { TLSSocket } from 'node:tls'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { withDeadline } from '../deadline.ts'
import { acceptedCodings, type BodyOptions, readBody } from './body.ts'
import { type Dial, guardedConnector, type Resolve, systemResolve } from './connect.ts'
import { type FetchFailureKind, kindOfError, Refused } from './refusal.ts'
import { checkedUrl, type HostOverrides, type UrlRules } from './url.ts'

const defaultLimits = {
  connectMs: 5_000,
  /** Until the headers, and between pieces of the body. */
  headersMs: 10_000,
  /** Redirects included: ends an answer that drips. */
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

export type FetchOptions = BodyOptions & {
  method?: 'GET' | 'HEAD'
  /** Refuses addresses outside that domain, at redirects too. */
  within?: string
  /** Returns a redirect instead of following it. */
  keepsRedirects?: boolean
  signal?: AbortSignal
}

export type Posted = { headers: Record<string, string>; body: string }

/** `url` is the last address, `hops` redirected to it. Without `wasAsked` it was refused before. */
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
  | { ok: false; url: string; hops: string[]; kind: FetchFailureKind; wasAsked: boolean }

export type GuardedFetcher = {
  get(address: string, options?: FetchOptions): Promise<Fetched>
  /** A redirect is an answer. */
  post(address: string, posted: Posted, options?: BodyOptions & { signal?: AbortSignal }): Promise<Fetched>
  /** Null where the host shows no certificate or may not be asked. */
  certificate(host: string): Promise<Certificate | null>
  close(): Promise<void>
}

type Asked = Pick<FetchOptions, 'method'> & { posted?: Posted }
type Deps = { agent: Agent; rules: UrlRules; limits: FetchLimits; userAgent: string }

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode)
  return isRedirect && typeof headers.location === 'string' ? headers.location : null
}

/** Sends no key, no cookie and no header of a caller. */
function ask(
  { agent, userAgent }: Deps,
  url: URL,
  { method = 'GET', posted }: Asked,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': acceptedCodings, ...posted?.headers }
  const target = { origin: url.origin, path: url.pathname + url.search, headers, signal }
  return agent.request(posted ? { ...target, method: 'POST', body: posted.body } : { ...target, method })
}

async function follow(
  deps: Deps,
  address: string,
  options: FetchOptions & Asked,
  signal: AbortSignal,
  visited: string[],
) {
  const rules = options.within === undefined ? deps.rules : { ...deps.rules, within: options.within }
  let url = checkedUrl(address, rules)
  for (;;) {
    visited.push(url.href)
    const answer = await ask(deps, url, options, signal)
    try {
      const next = redirectOf(answer)
      if (next === null) return { answer, ...(await readBody(answer, deps.limits, options)) }
      if (options.keepsRedirects) return { answer, body: new Uint8Array(), isTruncated: false }
      if (visited.length > deps.limits.redirects) throw new Refused('too_many_redirects')
      url = checkedUrl(next, rules, url)
    } finally {
      answer.body.on('error', () => {}).destroy()
    }
  }
}

async function get(deps: Deps, address: string, options: FetchOptions & Asked): Promise<Fetched> {
  const visited: string[] = []
  const place = () => ({ url: visited.at(-1) ?? address, hops: visited.slice(0, -1) })
  try {
    const { answer, body, isTruncated } = await withDeadline(deps.limits.totalMs, options.signal, (signal) =>
      follow(deps, address, options, signal, visited),
    )
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    return { ok: true, ...place(), status: answer.statusCode, headers, body, isTruncated }
  } catch (error) {
    return { ok: false, ...place(), kind: kindOfError(error), wasAsked: visited.length > 0 }
  }
}

/**
 * Fetches addresses that callers name, from public servers only, also at redirects, within bounds of size and time. It never throws, and
 * failures reveal nothing about our network. No switch turns the checks off: `overrides` maps the names of a sandbox, `resolve` and
 * `dial` replace the network in tests.
 */
export function createGuardedFetcher(settings: FetcherSettings): GuardedFetcher {
  const limits = { ...defaultLimits, ...settings.limits }
  const { userAgent, ports = new Set([80, 443]), overrides = new Map(), resolve = systemResolve } = settings
  const dial = settings.dial ?? buildConnector({ timeout: limits.connectMs, allowH2: false })
  const connect = guardedConnector({ resolve, dial, overrides })
  const agent = new Agent({
    connect,
    // HTTP/2 frames and streams would need their own bounds.
    allowH2: false,
    connections: limits.connectionsPerOrigin,
    maxHeaderSize: limits.headerBytes,
    keepAliveMaxTimeout: 10_000,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.headersMs,
  })
  const deps = { agent, rules: { ports, overrides }, limits, userAgent }
  return {
    get: (address, options = {}) => get(deps, address, options),
    post: (address, posted, options = {}) => get(deps, address, { ...options, posted, keepsRedirects: true }),
    certificate: (host) => readCertificate(connect, host),
    close: () => agent.destroy(),
  }
}

export type Certificate = { from: Date; to: Date }

/** Null where the host shows no valid certificate. */
function readCertificate(connect: Dial, host: string): Promise<Certificate | null> {
  return new Promise((resolve) => {
    connect({ protocol: 'https:', hostname: host, port: '443' }, (error, socket) => {
      if (error) return resolve(null)
      const shown = socket instanceof TLSSocket ? socket.getPeerCertificate() : null
      socket.destroy()
      const from = new Date(shown?.valid_from ?? '')
      const to = new Date(shown?.valid_to ?? '')
      resolve(Number.isNaN(to.getTime()) || Number.isNaN(from.getTime()) ? null : { from, to })
    })
  })
}
