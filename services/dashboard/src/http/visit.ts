import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Caller } from '@rts/shared/contract/caller'
import { type AppError, pageProblemOf } from '@rts/shared/errors'

/** One request of a browser, as the gateway signed it. */
export type Visit = {
  caller: Caller
  path: string
  query: string
  headers: IncomingMessage['headers']
  body: Uint8Array
  cookie: string | undefined
}
/** How the requests of some addresses are answered; undefined for the others. */
export type Route = (visit: Visit) => (() => Promise<Answer>) | undefined

const accountHeader = 'x-account'

/** The account that a page names for its calls, so that two tabs never mix theirs. */
export function namedAccount({ headers }: Visit): string | undefined {
  const name = headers[accountHeader]
  return Array.isArray(name) ? name[0] : name
}

type Headers = Record<string, string | string[]>
/** The answer of a route: its bytes and its own headers. */
export type Answer = { status?: number; headers: Headers; body: Buffer }

const compress = promisify(gzip)
const worthCompressingBytes = 1_024
const commonHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** A document as JSON. `leaves` has the browser forget what it stored. */
export function jsonAnswer(document: unknown, more: { cookies?: string[]; leaves?: boolean } = {}): Answer {
  const headers: Headers = { 'Content-Type': 'application/json' }
  if (more.cookies && more.cookies.length > 0) headers['Set-Cookie'] = more.cookies
  if (more.leaves) headers['Clear-Site-Data'] = '"cache", "storage"'
  return { headers, body: Buffer.from(JSON.stringify(document)) }
}

/** The same answer, smaller for a browser that reads gzip. Never for one with a secret: its length would tell of it. */
export async function compressed(answer: Answer, accepts: string | undefined): Promise<Answer> {
  if (answer.body.length < worthCompressingBytes || !/\bgzip\b/i.test(accepts ?? '')) return answer
  // Level 4 takes a third of the time of the default, for a tenth more bytes.
  const body = await compress(answer.body, { level: 4 })
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }, body }
}

/** Sends an answer; a HEAD gets its headers alone. */
export function send(req: IncomingMessage, res: ServerResponse, { status = 200, headers, body }: Answer): void {
  if (res.headersSent) return void res.destroy()
  res.writeHead(status, { ...commonHeaders, ...headers, 'Content-Length': body.length })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Sends a refusal as a problem (RFC 9457), with the sentences that the page translates. */
export function sendProblem(req: IncomingMessage, res: ServerResponse, error: AppError, requestId: string): void {
  const { retryAfterSeconds } = error.facts
  const headers: Headers = { 'Content-Type': 'application/problem+json' }
  if (retryAfterSeconds) headers['Retry-After'] = String(retryAfterSeconds)
  const body = Buffer.from(JSON.stringify(pageProblemOf(error, requestId)))
  send(req, res, { status: error.status, headers, body })
}
