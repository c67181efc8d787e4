import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '@rts/shared/clock'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { personBodyBytes } from '@rts/shared/derive/body-limits'
import { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import { yieldForLarge } from '@rts/shared/scheduling'
import { answerError } from '@rts/shared/service/answer-error'
import type { CallerVerifier } from '@rts/shared/service/caller-signature'
import { headerOf, readBody } from '@rts/shared/service/http-server'
import { continueTrace, inSpan, traceHeader } from '@rts/shared/traces/spans'
import { type CookieRules, cookieOf } from '../sessions/sessions.ts'
import { type Answer, type Route, send, sendProblem, type Visit } from './visit.ts'

export type EndpointOptions = {
  routes: readonly Route[]
  /** Answers every other GET or HEAD with a page or a file. */
  page(visit: Visit): Answer | Promise<Answer>
  /** Answers a browser that another site redirects back to us: Google after its consent. */
  returnRoute: Route
  /** Answers mail programs, webhooks of payment providers and links in mails: without Origin, cookie or JSON. */
  sessionlessRoute(method: string, visit: Visit): Promise<Answer> | undefined
  verify: CallerVerifier
  cookies: CookieRules
  /** Hosts that pages are served under; null allows every host. */
  hosts: ReadonlySet<string> | null
  /** The address of the pages; the Origin of a POST must have its scheme. */
  publicUrl: string
  clock: Clock
  logger: Logger
}

/** The HTTP listener behind the gateway's door for browsers. It answers only requests that the gateway signed as a visitor's. */
export function createEndpoint(options: EndpointOptions): RequestListener {
  return (req, res) => void serve(options, req, res)
}

async function serve(options: EndpointOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  let requestId = ''
  try {
    const visit = await readVisit(options, req)
    requestId = visit.caller.requestId
    const answer = () => answerTo(options, req.method ?? '', visit)
    const visited = () => inSpan('visit', { kind: 'server' }, answer)
    send(req, res, await continueTrace(headerOf(req, traceHeader), visited))
  } catch (error) {
    sendProblem(req, res, answerError(error, options.logger, { requestId }), requestId)
  }
}

async function readVisit({ verify, clock, cookies }: EndpointOptions, req: IncomingMessage): Promise<Visit> {
  const body = await readBody(req, personBodyBytes)
  await yieldForLarge(body)
  const { method = '', url = '', headers } = req
  const signed = { caller: headerOf(req, callerHeader) ?? '', signature: headerOf(req, signatureHeader) ?? '' }
  const caller = verify(signed, { method, target: url, body }, clock.now().getTime())
  if (caller.kind !== 'visitor') throw nothingHere()
  const [path = '', query = ''] = url.split('?', 2)
  return { caller, path, query, headers, body, cookie: cookieOf(headers, cookies) }
}

async function answerTo(options: EndpointOptions, method: string, visit: Visit): Promise<Answer> {
  checkHost(options, visit)
  const sessionless = options.sessionlessRoute(method, visit)
  if (sessionless) return sessionless
  const returned = method === 'GET' ? options.returnRoute(visit) : undefined
  if (returned) return returned()
  if (method === 'GET' || method === 'HEAD') return options.page(visit)
  // An unknown address is answered before Origin and Content-Type are checked: a program that posts there gets 404, not 403.
  const answer = method === 'POST' ? answerAt(options.routes, visit) : undefined
  if (!answer) throw nothingHere()
  checkOrigin(options, visit)
  if (!isJson(visit.headers['content-type']))
    throw new AppError('unsupported_media_type', 'Content-Type must be application/json')
  return answer()
}

function answerAt(routes: readonly Route[], visit: Visit): ReturnType<Route> {
  for (const route of routes) {
    const answer = route(visit)
    if (answer) return answer
  }
  return undefined
}

function checkHost({ hosts }: EndpointOptions, { caller }: Visit): void {
  if (hosts && !hosts.has((caller.host ?? '').toLowerCase())) throw nothingHere()
}

/** Refuses a POST from a page of another host or scheme: browsers send Origin with every POST. */
function checkOrigin({ publicUrl }: EndpointOptions, { caller, headers }: Visit): void {
  const origin = URL.parse(headers.origin ?? '')
  const isOurs = origin?.host === caller.host?.toLowerCase() && origin?.protocol === new URL(publicUrl).protocol
  if (origin && isOurs) return
  throw new AppError('browser_not_allowed', 'Only our own pages may call this')
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type ?? '')
}

function nothingHere(): AppError {
  return new AppError('not_found', 'Nothing is here')
}
