import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { withDeadline } from './deadline.ts'

export type ProviderRequest = {
  provider: string
  url: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Sent as JSON with POST; without it the request is a GET. */
  json?: unknown
  /** Cancels the call. */
  signal?: AbortSignal | undefined
}

/** A 2xx answer always has a JSON body; others have one if it could be read. */
export type ProviderAnswer =
  | { ok: true; status: number; body: unknown; retryAfterSeconds: number | null }
  | { ok: false; kind: 'timeout' | 'upstream' | 'parse' }

export type ProviderHttp = { send(request: ProviderRequest): Promise<ProviderAnswer> }

/** The part of a logger that providers use. */
export type CallLogger = Pick<Logger, 'debug' | 'warn'>

type Deps = { timeoutMs: number; clock: Clock; logger: CallLogger; maxBytes?: number }

class BodyTooLarge extends Error {}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8').decode(Buffer.concat(chunks))
}

function readJson(text: string): { body: unknown } | null {
  try {
    return { body: JSON.parse(text) }
  } catch {
    return null
  }
}

/** `Retry-After` in whole seconds, given as seconds or as an HTTP date; null when absent or unreadable. */
function retryAfterSeconds(header: string | null, now: Date): number | null {
  if (header === null) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

async function exchange(
  request: ProviderRequest,
  deps: Deps,
  signal: AbortSignal,
): Promise<ProviderAnswer & { status?: number }> {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const headers = { accept: 'application/json', 'user-agent': 'rank-tracker', ...request.headers }
  const body = request.json === undefined ? null : JSON.stringify(request.json)
  const response = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
    headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
    body,
    // A provider has no reason to redirect, and following it would carry the key to another host.
    redirect: 'manual',
    signal,
  })
  const { status } = response
  const read = readJson(await readText(response, deps.maxBytes ?? 8_388_608))
  if (response.ok && read === null) return { ok: false, kind: 'parse', status }
  const wait = retryAfterSeconds(response.headers.get('retry-after'), deps.clock.now())
  return { ok: true, status, body: read?.body, retryAfterSeconds: wait }
}

function kindOfError(error: unknown): 'timeout' | 'upstream' | 'parse' {
  if (error instanceof BodyTooLarge) return 'parse'
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
    ? 'timeout'
    : 'upstream'
}

/**
 * A small JSON client for providers: one time limit for the whole exchange, a cap on the body, no redirects. It never throws,
 * and its log lines hold neither address nor headers nor bodies, so that no key can get into them.
 */
export function createProviderHttp(deps: Deps): ProviderHttp {
  return {
    async send(request) {
      const started = performance.now()
      const answer = await withDeadline(deps.timeoutMs, request.signal, (signal) =>
        exchange(request, deps, signal),
      ).catch((error: unknown): ProviderAnswer => ({ ok: false, kind: kindOfError(error) }))
      const status = 'status' in answer ? answer.status : null
      const ms = Math.round(performance.now() - started)
      deps.logger.debug(
        { provider: request.provider, status, kind: answer.ok ? null : answer.kind, ms },
        'provider call',
      )
      return answer
    },
  }
}
