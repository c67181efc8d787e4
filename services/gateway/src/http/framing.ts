import { AppError } from '@rts/shared/errors'
import type { Step } from './exchange.ts'

/** What Node's parser lets through although it can be read in two ways, or names another target. */
export const refuseOddFraming: Step = ({ req }) => {
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0') throw bad('Only HTTP/1.1 is spoken here')
  if (!req.url.startsWith('/')) throw bad('The target must be a path')
  if (req.url.includes('#')) throw bad('A target has no fragment')
  if (req.url.length > 8_192) throw bad('The target is too long')
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') throw bad('Only the chunked transfer coding is known')
  let hosts = 0
  for (let i = 0; i < req.rawHeaders.length; i += 2) if (req.rawHeaders[i]?.toLowerCase() === 'host') hosts++
  if (hosts !== 1 && req.httpVersion !== '1.0') throw bad('Exactly one Host header is needed')
  if (req.headers.expect !== undefined && req.headers.expect.toLowerCase() !== '100-continue')
    throw bad('Unknown expectation')
}

function bad(message: string): AppError {
  return new AppError('bad_request', message)
}
