import { type AppError, problemOf } from '@rts/shared/errors'
import { requestsPerMinute } from '@rts/shared/plans'
import type { Response } from 'express'
import { type Allowance, emptyAllowance, type KeyState, secondsToReset } from '../../admission/admission.ts'

type Headers = Record<string, string | number>

export const problemType = 'application/problem+json'

export type AnswerFacts = { requestId: string; allowance?: Allowance | undefined; keyState?: KeyState | undefined }

/** Never cached; with the state of minute and day if the key is known. */
export function commonHeaders({ requestId, allowance, keyState }: AnswerFacts): Record<string, string> {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  if (!keyState) return headers
  const reset = Math.max(1, Math.ceil(keyState.minuteResetMs / 1_000))
  headers['RateLimit-Policy'] = `"minute";q=${requestsPerMinute};w=60`
  headers.RateLimit = `"minute";r=${keyState.minuteLeft};t=${reset}`
  // Agents' calls have no day.
  if (!allowance || allowance.limit === 0) return headers
  const { limit, remaining } = allowance
  headers['RateLimit-Policy'] += `, "day";q=${limit};w=86400`
  headers.RateLimit += `, "day";r=${remaining};t=${secondsToReset(allowance, new Date(keyState.nowMs))}`
  return headers
}

/** One line of JSON with the allowance first. */
export function problemBody(error: AppError, facts: AnswerFacts, at: Date): Buffer {
  const allowance = facts.allowance ?? emptyAllowance(at)
  return Buffer.from(JSON.stringify({ allowance, ...problemOf(error, facts.requestId) }))
}

export function sendProblem(res: Response, error: AppError, facts: AnswerFacts, at: Date): void {
  const headers: Headers = { ...commonHeaders(facts), 'Content-Type': problemType }
  if (error.status === 401) headers['WWW-Authenticate'] = 'Bearer'
  sendRefusal(res, error, headers, problemBody(error, facts, at))
}

/** Cuts the connection if another answer has begun. */
export function sendRefusal(res: Response, error: AppError, headers: Headers, body: Buffer): void {
  if (res.headersSent || res.destroyed) return void res.destroy()
  headers['Content-Length'] = body.length
  if (error.facts.retryAfterSeconds) headers['Retry-After'] = error.facts.retryAfterSeconds
  if (error.facts.allow) headers.Allow = error.facts.allow.join(', ')
  // The unread rest of a body would be parsed as the next request.
  if (!res.req.complete) headers.Connection = 'close'
  res.writeHead(error.status, headers)
  res.end(body)
}
