import { problemOf, publicError } from '@rts/shared/errors'
import { commonHeaders, problemType } from '../common/answers.ts'
import type { Visit } from './exchange.ts'

/** Sends a refusal; a browser has no allowance, so there is none in it. */
export function sendRefusal({ res, requestId }: Visit, thrown: unknown): void {
  if (res.headersSent || res.destroyed) return void res.destroy()
  const error = publicError(thrown)
  const body = Buffer.from(JSON.stringify(problemOf(error, requestId)))
  const headers: Record<string, string | number> = {
    ...commonHeaders({ requestId }),
    'Content-Type': problemType,
    'Content-Length': body.length,
    'X-Content-Type-Options': 'nosniff',
  }
  if (error.facts.retryAfterSeconds) headers['Retry-After'] = error.facts.retryAfterSeconds
  if (error.facts.allow) headers.Allow = error.facts.allow.join(', ')
  // The unread rest of a body would be parsed as the next request.
  if (!res.req.complete) headers.Connection = 'close'
  res.writeHead(error.status, headers)
  res.end(res.req.method === 'HEAD' ? undefined : body)
}
