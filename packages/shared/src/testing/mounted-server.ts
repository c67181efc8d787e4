import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Call } from '../contract/caller.ts'
import { Free } from '../contract/free.ts'
import { Sliced } from '../contract/sliced.ts'
import { portOf } from '../service/health.ts'
import { mountHttp } from '../service/http-mount.ts'
import { createInvoke } from '../service/invoke.ts'
import { signerOf, verifierOf } from './secrets.ts'

const now = new Date('2026-01-15T12:00:00.000Z')
const claims = {
  aud: 'projects',
  iat: now.getTime(),
  kind: 'account',
  accountId: 'acc_1',
  plan: 'growth',
  keyId: 'key_1',
  role: null,
  siteIds: null,
  collect: 'allow',
  requestId: 'req_1',
} as const

export const sampleSite = {
  id: 'site_1',
  name: 'A',
  domain: 'example.com',
  tags: [],
  description: null,
  country: 'us',
  language: 'en',
  autoAddPreference: null,
  checksPausedAt: null,
  frozen: false,
  createdAt: now.toISOString(),
}
export type Sent = {
  method?: string
  target?: string
  body?: string | Buffer
  headers?: Record<string, string>
  signed?: boolean
}
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Record<string, unknown> }

/** The two headers with which the gateway would sign one call. */
export function proofOf(method: string, target: string, body: string | Buffer): Record<string, string> {
  const { caller, signature } = signerOf('gateway')(claims, { method, target, body: Buffer.from(body) })
  return { 'x-rts-caller': caller, 'x-rts-signature': signature }
}

/** The state that a test sets (`failure`) and reads (`given`, `log`) between calls. */
export type MountState = {
  failure: unknown
  given: Record<string, unknown>[]
  log: string
  /** Slices of keywords read so far; `breaksAt` is the one that fails. */
  slices: number
  /** Whether the list of sites is answered as a free poll. */
  isFree: boolean
  /** Further fields of the list of sites. */
  more: object
  breaksAt?: number
  /** Whether a history waits until its caller has left; `held` is the signal of one that does. */
  holdsHistory: boolean
  held?: AbortSignal
}

export function freshState(): MountState {
  return { failure: null, given: [], log: '', slices: 0, isFree: false, more: {}, holdsHistory: false }
}

/** The HTTP side of `projects` on its own port, with a few handlers that answer samples; `send` signs as the gateway does. */
export async function startMountedServer(state: MountState) {
  const answer = (value: unknown) => async (input: unknown) => {
    if (state.failure) throw state.failure
    state.given.push(Object(input))
    return value
  }
  const invoke = createInvoke({
    'sites.list': async (input: unknown) => {
      const sites = await answer({ ...state.more, projects: [sampleSite], total: 1, nextCursor: null })(input)
      return state.isFree ? new Free(sites) : sites
    },
    'sites.create': answer({ project: sampleSite, created: true }),
    'sites.get': answer({ project: sampleSite }),
    'keywords.list': async () => new Sliced('keywords', { total: 10_000 }, sampleSlices(state)),
    'history.list': async (call: Call) => {
      if (state.holdsHistory) {
        state.held = call.signal
        await once(call.signal, 'abort')
      }
      return answer({ history: [], total: 0, nextCursor: null })(call)
    },
  })
  const sink = new Writable({
    write(chunk, _encoding, done) {
      state.log += chunk
      done()
    },
  })
  const verify = verifierOf('projects')
  const options = { invoke, verify, clock: { now: () => now }, logger: pino(sink) }
  const server = createServer(mountHttp({ service: 'projects', ...options }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server.address())
  return {
    port,
    send: (sent: Sent) => send(port, sent),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Ten thousand keywords with long names, a hundred a slice. */
async function* sampleSlices(state: MountState) {
  for (let slice = 1; ; slice++) {
    state.slices++
    if (slice === state.breaksAt) throw new Error('lost')
    const rows = Array.from({ length: 100 }, (_, i) => sampleKeyword(slice * 100 + i))
    if (slice === 100) return { rows, nextCursor: null }
    yield rows
  }
}

function sampleKeyword(n: number) {
  const { country, language, frozen, createdAt } = sampleSite
  const variant = { country, language, device: 'desktop' as const, location: null }
  return { id: `k${n}`, keyword: 'x'.repeat(4_000), ...variant, lastCheck: null, frozen, createdAt }
}

/** One call as the gateway would make it, with its raw target and bytes. */
function send(
  port: number,
  { method = 'POST', target = '/projects', body = '', headers = {}, signed = true }: Sent,
): Promise<Answer> {
  const bytes = Buffer.from(body)
  const head = {
    ...(bytes.length > 0 ? { 'content-type': 'application/json', 'content-length': String(bytes.length) } : {}),
    ...(signed ? proofOf(method, target, bytes) : {}),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path: target, headers: head })
    request.on('error', reject).on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text ? JSON.parse(text) : {} })
      })
    })
    request.end(bytes)
  })
}
