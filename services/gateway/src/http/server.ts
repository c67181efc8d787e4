import http, { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import type { Express } from 'express'
import { problemBody, problemType } from './answers.ts'

const limits = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
}

/** The public server: Node's parser with its limits, and JSON for what it refuses by itself. */
export function createPublicServer(app: Express, clock: Clock): http.Server {
  const server = http.createServer({ ...limits, ...classesOf(app) }, app)
  server.maxRequestsPerSocket = 1_000
  // Express decides about 100-continue, so that a refused request never gets one.
  server.on('checkContinue', app).on('checkExpectation', app)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuse(socket, parserError(error.code), clock),
  )
  server.on('connect', (_req, socket: Socket) =>
    refuse(socket, new AppError('bad_request', 'CONNECT is not spoken here'), clock),
  )
  return server
}

/** Messages that are born with Express's prototypes: it would otherwise change the prototype of each, which is slow. */
function classesOf(app: Express) {
  class Incoming extends IncomingMessage {}
  class Outgoing extends ServerResponse<IncomingMessage> {}
  Object.setPrototypeOf(Incoming.prototype, app.request)
  Object.setPrototypeOf(Outgoing.prototype, app.response)
  return { IncomingMessage: Incoming, ServerResponse: Outgoing }
}

function parserError(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('bad_request', 'The headers are too large', { status: 431 })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('bad_request', 'The request came too slowly', { status: 408 })
  return new AppError('bad_request', 'The request is malformed')
}

function refuse(socket: Socket, error: AppError, clock: Clock): void {
  if (!socket.writable) return void socket.destroy()
  const body = problemBody(error, { requestId: '' }, clock.now())
  const head = [
    `HTTP/1.1 ${error.status} ${http.STATUS_CODES[error.status] ?? ''}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
}
