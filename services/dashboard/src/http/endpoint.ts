import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '@rts/shared/clock'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { AppError, problemOf } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import { answerError } from '@rts/shared/service/answer-error'
import type { CallerVerifier } from '@rts/shared/service/caller-signature'
import { headerOf } from '@rts/shared/service/header'
import { readBody } from '@rts/shared/service/read-body'
import { type Answer, type CookieRules, cookieOf, type Route, type Visit } from './visit.ts'

export type EndpointOptions = {
  routes: readonly Route[]
  verify: CallerVerifier
  cookies: CookieRules
  /** Hosts that pages are served under; null allows every host. */
  hosts: ReadonlySet<string> | null
  clock: Clock
  logger: Logger
  isDraining(): boolean
}

const commonHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** The endpoint behind the gateway's door for browsers; it answers only requests that the gateway signed. */
export function createEndpoint(options: EndpointOptions): RequestListener {
  return (req, res) => void serve(options, req, res)
}

async function serve(options: EndpointOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  let requestId = ''
  try {
    if (options.isDraining()) res.setHeader('Connection', 'close')
    const visit = await readVisit(options, req)
    requestId = visit.caller.requestId
    send(req, res, await answerTo(options, req.method ?? '', visit))
  } catch (error) {
    sendProblem(req, res, answerError(error, options.logger, { requestId }), requestId)
  }
}

async function readVisit({ verify, clock, cookies }: EndpointOptions, req: IncomingMessage): Promise<Visit> {
  const body = await readBody(req)
  const { method = '', url = '', headers } = req
  const signed = { caller: headerOf(req, callerHeader) ?? '', signature: headerOf(req, signatureHeader) ?? '' }
  const caller = verify(signed, { method, target: url, body }, clock.now().getTime())
  if (caller.kind !== 'visitor') throw nothingHere()
  const [path = ''] = url.split('?')
  return { caller, path, headers, body, cookie: cookieOf(headers, cookies) }
}

async function answerTo(options: EndpointOptions, method: string, visit: Visit): Promise<Answer> {
  checkHost(options, visit)
  if (method !== 'POST') throw nothingHere()
  checkOrigin(visit)
  if (!isJson(visit.headers['content-type']))
    throw new AppError('unsupported_media_type', 'Content-Type must be application/json')
  for (const route of options.routes) {
    const answer = route(visit)
    if (answer) return answer
  }
  throw nothingHere()
}

function checkHost({ hosts }: EndpointOptions, { caller }: Visit): void {
  if (hosts && !hosts.has((caller.host ?? '').toLowerCase())) throw nothingHere()
}

/** A browser sends Origin with every POST: one from another host's page is refused. */
function checkOrigin({ caller, headers }: Visit): void {
  const { origin } = headers
  const host = origin !== undefined && URL.canParse(origin) ? new URL(origin).host : ''
  if (host !== '' && host === caller.host?.toLowerCase()) return
  throw new AppError('browser_not_allowed', 'Only our own pages may call this')
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '')
}

function nothingHere(): AppError {
  return new AppError('not_found', 'Nothing is here')
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status = 200, document, cookies = [], leaves }: Answer,
): void {
  const headers: Record<string, string | string[]> = { 'Content-Type': 'application/json' }
  if (cookies.length > 0) headers['Set-Cookie'] = cookies
  if (leaves) headers['Clear-Site-Data'] = '"cache", "storage"'
  write(req, res, status, headers, document)
}

function sendProblem(req: IncomingMessage, res: ServerResponse, error: AppError, requestId: string): void {
  const { retryAfterSeconds } = error.facts
  const retry = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {}
  write(req, res, error.status, { 'Content-Type': 'application/problem+json', ...retry }, problemOf(error, requestId))
}

function write(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  headers: Record<string, string | string[]>,
  document: unknown,
): void {
  if (res.headersSent) return void res.destroy()
  const body = Buffer.from(JSON.stringify(document))
  res.writeHead(status, { ...commonHeaders, ...headers, 'Content-Length': body.length })
  res.end(req.method === 'HEAD' ? undefined : body)
}
