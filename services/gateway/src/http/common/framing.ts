import { AppError } from '@rts/shared/errors'
import type { Request } from 'express'
import type { Step } from './exchange.ts'

const maxHeaders = 100

/** Refuses what Node accepts although it can be read in two ways or names another target. */
export const refuseOddFraming: Step = ({ req, res }) => {
  const refusal = oddFraming(req)
  if (!refusal) return
  // Later bytes on this connection may belong to this request.
  res.setHeader('Connection', 'close')
  throw refusal
}

export function oddFraming(req: Request): AppError | undefined {
  if (req.rawHeaders.length > 2 * maxHeaders) {
    return new AppError('bad_request', `A request has at most ${maxHeaders} headers`, { status: 431 })
  }
  const message = oddHead(req)
  return message === undefined ? undefined : new AppError('bad_request', message)
}

function oddHead(req: Request): string | undefined {
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0') return 'Only HTTP/1.1 is supported'
  if (!req.url.startsWith('/')) return 'The target must be a path'
  if (req.url.includes('#')) return 'A target has no fragment'
  if (req.url.length > 8_192) return 'The target is too long'
  const coding = req.headers['transfer-encoding']
  // HTTP/1.0 has no transfer codings: an old proxy in front would read the coded body as a second request.
  if (coding !== undefined && req.httpVersion === '1.0') return 'HTTP/1.0 has no transfer codings'
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'Only the chunked transfer coding is supported'
  let hosts = 0
  for (let i = 0; i < req.rawHeaders.length; i += 2) if (req.rawHeaders[i]?.toLowerCase() === 'host') hosts++
  if (hosts > 1 || (hosts === 0 && req.httpVersion !== '1.0')) return 'Exactly one Host header is required'
  if (req.headers.expect !== undefined && req.headers.expect.toLowerCase() !== '100-continue')
    return 'Unknown expectation'
  return undefined
}
