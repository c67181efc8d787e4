import { randomUUID } from 'node:crypto'
import http, { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { Express } from 'express'
import { commonHeaders, problemBody, problemType } from './common/answers.ts'

const limits = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
  // The steps check it, because Node's own refusal has no body.
  requireHostHeader: false,
}
/** Longer than any answer may take; a connection idle for longer is closed. */
const stalledMs = 130_000

type Listener = (req: IncomingMessage, res: ServerResponse) => void

/** Node's parser with its limits; refusals of the parser have a JSON body. */
export function createPublicServer(app: Express, clock: Clock): http.Server {
  const answering = new WeakMap<Duplex, ServerResponse>()
  const serve = oneAtATime((req, res) => app(req, res), answering)
  const server = http.createServer({ ...limits, ...classesOf(app) }, serve)
  server.maxRequestsPerSocket = 1_000
  server.timeout = stalledMs
  // The steps handle 100-continue: a refused request never gets one.
  server.on('checkContinue', serve).on('checkExpectation', serve)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const refusal = () => refuse(socket, parserError(error.code), clock)
    const open = answering.get(socket)
    if (!open || open.closed || (!open.headersSent && !open.req.complete)) return refusal()
    // The request before the broken bytes is answered first: two answers must not mix.
    open.once('close', refusal)
  })
  server.on('connect', (_req, socket) => refuse(socket, new AppError('bad_request', 'CONNECT is not supported'), clock))
  return server
}

/** Node passes on pipelined requests at once, even after a closing answer. */
function oneAtATime(app: Listener, answering: WeakMap<Duplex, ServerResponse>): Listener {
  return (req, res) => {
    const before = answering.get(req.socket)
    answering.set(req.socket, res)
    const serve = () => {
      if (req.socket.writable) app(req, res)
    }
    if (!before || before.closed) serve()
    else before.once('close', serve)
  }
}

/** Changing prototypes later is slow (679 instead of 589 us of CPU a request). */
function classesOf(app: Express) {
  return {
    IncomingMessage: bornWith(IncomingMessage, app.request),
    ServerResponse: bornWith(ServerResponse, app.response),
  }
}

function bornWith<C extends new (...args: never[]) => object>(parent: C, prototype: object): C {
  function Message(...args: unknown[]): object {
    return Reflect.construct(parent, args, Message)
  }
  Message.prototype = prototype
  // safe because it makes the parent's objects, with a prototype that inherits from the parent's
  return Message as unknown as C
}

function parserError(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('bad_request', 'The headers are too large', { status: 431 })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('bad_request', 'The request was sent too slowly', { status: 408 })
  return new AppError('bad_request', 'The request is malformed')
}

function refuse(socket: Duplex, error: AppError, clock: Clock): void {
  if (!socket.writable) return void socket.destroy()
  const requestId = randomUUID()
  const body = problemBody(error, { requestId }, clock.now())
  const head = [
    `HTTP/1.1 ${error.status} ${http.STATUS_CODES[error.status] ?? ''}`,
    ...Object.entries(commonHeaders({ requestId })).map(([name, value]) => `${name}: ${value}`),
    `Content-Type: ${problemType}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), () => socket.destroy())
}
