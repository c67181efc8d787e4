import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Clock } from '@rts/shared/clock'
import type { FailureKind } from '@rts/shared/failure'
import type { Logger } from '@rts/shared/logger'
import { inSpan } from '@rts/shared/traces/spans'
import { Agent, type Dispatcher } from 'undici'
import { withDeadline } from './deadline.ts'
import { type WholeAnswer, wholeAnswer } from './whole-answer.ts'

export type ProviderRequest<T = unknown> = {
  provider: string
  url: string
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  signal?: AbortSignal | undefined
  read(body: unknown): T
}

/** A 200 is `read`; any other status is `refused`, with a JSON body if there is one. */
export type ProviderAnswer<T> =
  | { state: 'read'; status: 200; value: T }
  | { state: 'refused'; status: number; body: unknown; retryAfterSeconds: number | null }
  | { state: 'failed'; status: number | null; kind: 'timeout' | 'upstream' | 'parse' }

export type CallCounter = { count(provider: string, outcome: string): void }

export type ProviderHttp = { send<T>(request: ProviderRequest<T>): Promise<ProviderAnswer<T>> }

export type CallLogger = Pick<Logger, 'debug' | 'warn'>

/** A page of eight results has 33 KB. */
const answerBytes = 2_097_152
/** For lists: 8 KB for each of a thousand rows, 800 bytes for each of ten thousand. */
export const rowsBytes = 8_388_608

type Deps = {
  timeoutMs: number
  clock: Clock
  logger: CallLogger
  maxBytes?: number
  calls?: CallCounter | undefined
}
type Exchange = { clock: Clock; maxBytes: number; agent: Dispatcher }

const ownHeaders = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'rank-tracker' }

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const jsonType = { 'content-type': 'application/json' }

const gunzipped = promisify(gunzip)
/** Skips a byte order mark, which JSON forbids. */
const utf8 = new TextDecoder()

async function readText({ headers, body }: WholeAnswer, maxBytes: number): Promise<string> {
  const isZipped = headers['content-encoding'] === 'gzip'
  const bytes = isZipped ? await gunzipped(body, { maxOutputLength: maxBytes }) : body
  return utf8.decode(bytes)
}

/** Outside 2xx, unless the provider documents another meaning. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'quota'
  if (status === 429) return 'rate'
  return status >= 400 && status < 500 && status !== 408 ? 'bad_request' : 'upstream'
}

function readJson(text: string): { body: unknown } | null {
  try {
    return { body: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Seconds or an HTTP date; null when absent or unreadable. */
function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

function bodyOf({ json, form }: Pick<ProviderRequest, 'json' | 'form'>): {
  type: Record<string, string>
  body: string | null
} {
  if (form) return { type: formType, body: new URLSearchParams(form).toString() }
  return json === undefined ? { type: {}, body: null } : { type: jsonType, body: JSON.stringify(json) }
}

function exchange<T>(
  request: ProviderRequest<T>,
  { clock, maxBytes, agent }: Exchange,
  signal: AbortSignal,
): Promise<ProviderAnswer<T>> {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const { type, body } = bodyOf(request)
  // No redirects: they would carry the key to another host.
  const headers = { ...ownHeaders, ...type, ...request.headers }
  const asked = { url, method: body === null ? 'GET' : 'POST', headers, body } as const
  return wholeAnswer(agent, asked, signal, async (response): Promise<ProviderAnswer<T>> => {
    const { status } = response
    const json = readJson(await readText(response, maxBytes))
    if (status === 200 && json) return { state: 'read', status, value: request.read(json.body) }
    if (status >= 200 && status < 300 && json === null) return { state: 'failed', kind: 'parse', status }
    const wait = retryAfterSeconds(response.headers['retry-after'], clock.now())
    return { state: 'refused', status, body: json?.body, retryAfterSeconds: wait }
  })
}

function isUnreadable(error: Error): boolean {
  return 'code' in error && /^(UND_ERR_RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE|Z_)/.test(String(error.code))
}

function kindOfError(error: unknown): 'timeout' | 'upstream' | 'parse' {
  if (!(error instanceof Error)) return 'upstream'
  if (isUnreadable(error)) return 'parse'
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : 'upstream'
}

function outcomeOf(answer: ProviderAnswer<unknown>): string {
  if (answer.state === 'failed') return answer.kind
  if (answer.state === 'refused') return answer.status === 404 ? 'not_found' : kindOfStatus(answer.status)
  // An adapter may read a refusal in a 200.
  const { ok, kind } = Object(answer.value)
  return ok === false && typeof kind === 'string' ? kind : 'ok'
}

/** One time limit for the exchange, a body cap, no redirects. Never throws; logs no address, header, body. */
export function createProviderHttp({ maxBytes = answerBytes, ...deps }: Deps): ProviderHttp {
  const agent = new Agent({ maxResponseSize: maxBytes })
  return {
    send<T>(request: ProviderRequest<T>) {
      const { provider } = request
      return inSpan(`provider ${provider}`, { kind: 'client', attributes: { provider } }, async (span) => {
        const answer = await ask(request)
        span?.setAttributes({ outcome: outcomeOf(answer), 'http.response.status_code': answer.status ?? undefined })
        return answer
      })
    },
  }

  async function ask<T>(request: ProviderRequest<T>) {
    const started = performance.now()
    const answer = await withDeadline(deps.timeoutMs, request.signal, (signal) =>
      exchange(request, { clock: deps.clock, maxBytes, agent }, signal),
    ).catch((error: unknown): ProviderAnswer<T> => ({ state: 'failed', status: null, kind: kindOfError(error) }))
    const kind = answer.state === 'failed' ? answer.kind : null
    const ms = Math.round(performance.now() - started)
    deps.logger.debug({ provider: request.provider, status: answer.status, kind, ms }, 'provider call')
    deps.calls?.count(request.provider, outcomeOf(answer))
    return answer
  }
}
