import { AppError } from '@rts/shared/errors'
import { commonHeaders, sendRefusal } from '../common/answers.ts'
import type { Exchange } from '../common/exchange.ts'
import type { Network } from '../common/network.ts'

/** One request at an address of OAuth. */
export type ConnectExchange = Exchange & { network: Network; form: URLSearchParams }
export type ConnectStep = (exchange: ConnectExchange) => void | Promise<void>

type OAuthCode = 'invalid_request' | 'invalid_grant' | 'invalid_target' | 'unsupported_grant_type'

/** A refusal with a code of OAuth's own (RFC 6749, section 5.2, and RFC 8707). */
export class OAuthError extends AppError {
  readonly oauthCode: OAuthCode

  constructor(oauthCode: OAuthCode, message: string) {
    super('bad_request', message)
    this.oauthCode = oauthCode
  }
}

export function sendDocument({ res, requestId }: ConnectExchange, document: object): void {
  const body = Buffer.from(JSON.stringify(document))
  res.writeHead(200, { ...headersOf(requestId), 'Content-Length': body.length }).end(body)
}

/** Sends a refusal in OAuth's form. */
export function sendOAuthError({ res, requestId }: ConnectExchange, error: AppError): void {
  const document = { error: codeOf(error), error_description: error.message }
  sendRefusal(res, error, headersOf(requestId), Buffer.from(JSON.stringify(document)))
}

function headersOf(requestId: string) {
  return { ...commonHeaders({ requestId }), 'Content-Type': 'application/json' }
}

function codeOf(error: AppError): string {
  if (error instanceof OAuthError) return error.oauthCode
  if (error.code === 'rate_limited' || error.code === 'unavailable') return 'temporarily_unavailable'
  return error.status >= 500 ? 'server_error' : 'invalid_request'
}
