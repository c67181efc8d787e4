import { AppError, publicError } from '@rts/shared/errors'
import { commonHeaders } from '../common/answers.ts'
import type { ConnectExchange } from './exchange.ts'

type OAuthCode = 'invalid_request' | 'invalid_grant' | 'invalid_target' | 'unsupported_grant_type'

/** A refusal with a code of OAuth's own (RFC 6749, section 5.2, and RFC 8707). */
export class OAuthError extends AppError {
  readonly oauthCode: OAuthCode

  constructor(oauthCode: OAuthCode, message: string) {
    super('bad_request', message)
    this.oauthCode = oauthCode
  }
}

export function sendDocument({ res, requestId }: ConnectExchange, document: object, status = 200, more: object = {}) {
  const body = Buffer.from(JSON.stringify(document))
  const headers = { ...commonHeaders({ requestId }), ...more }
  res.writeHead(status, { ...headers, 'Content-Type': 'application/json', 'Content-Length': body.length })
  res.end(body)
}

/** Sends a refusal in OAuth's form. */
export function sendOAuthError(exchange: ConnectExchange, thrown: unknown): void {
  const { res } = exchange
  if (res.headersSent || res.destroyed) return void res.destroy()
  const error = publicError(thrown)
  const { retryAfterSeconds, allow } = error.facts
  sendDocument(exchange, { error: codeOf(error), error_description: error.message }, error.status, {
    ...(retryAfterSeconds ? { 'Retry-After': retryAfterSeconds } : {}),
    ...(allow ? { Allow: allow.join(', ') } : {}),
    // The unread rest of a body would be parsed as the next request.
    ...(res.req.complete ? {} : { Connection: 'close' }),
  })
}

function codeOf(error: AppError): string {
  if (error instanceof OAuthError) return error.oauthCode
  if (error.code === 'rate_limited' || error.code === 'unavailable') return 'temporarily_unavailable'
  return error.status >= 500 ? 'server_error' : 'invalid_request'
}
