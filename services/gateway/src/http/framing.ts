import { AppError } from '@rts/shared/errors'
import type { Request } from 'express'
import type { Step } from './exchange.ts'

/** What Node's parser lets through although it can be read in two ways, or names another target. */
export const refuseOddFraming: Step = ({ req, res }) => {
  const message = oddFraming(req)
  if (message === undefined) return
  // What comes behind it on this connection may be a part of it.
  res.setHeader('Connection', 'close')
  throw new AppError('bad_request', message)
}

/** What is odd about a request's head; undefined when nothing is. */
export function oddFraming(req: Request): string | undefined {
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0') return 'Only HTTP/1.1 is spoken here'
  if (!req.url.startsWith('/')) return 'The target must be a path'
  if (req.url.includes('#')) return 'A target has no fragment'
  if (req.url.length > 8_192) return 'The target is too long'
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'Only the chunked transfer coding is known'
  let hosts = 0
  for (let i = 0; i < req.rawHeaders.length; i += 2) if (req.rawHeaders[i]?.toLowerCase() === 'host') hosts++
  if (hosts > 1 || (hosts === 0 && req.httpVersion !== '1.0')) return 'Exactly one Host header is needed'
  if (req.headers.expect !== undefined && req.headers.expect.toLowerCase() !== '100-continue')
    return 'Unknown expectation'
  return undefined
}
