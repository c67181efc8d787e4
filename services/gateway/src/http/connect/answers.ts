import { AppError } from '@rts/shared/errors'
import { commonHeaders, sendRefusal } from '../common/answers.ts'
import type { Exchange } from '../common/exchange.ts'
import type { Network } from '../common/network.ts'

export type ConnectExchange = Exchange & { network: Network; form: URLSearchParams; json: unknown }
export type ConnectStep = (exchange: ConnectExchange) => void | Promise<void>

/** RFC 6749, section 5.2; RFC 7591, section 3.2.2; RFC 8707. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
}

export class OAuthError extends AppError {
  readonly oauthCode: keyof typeof statuses

  constructor(oauthCode: keyof typeof statuses, message: string) {
    super('bad_request', message, { status: statuses[oauthCode] })
    this.oauthCode = oauthCode
  }
}

export function sendDocument({ res, requestId }: ConnectExchange, document: object, status: 200 | 201 = 200): void {
  const body = Buffer.from(JSON.stringify(document))
  res.writeHead(status, { ...headersOf(requestId), 'Content-Length': body.length }).end(body)
}

export function sendOAuthError({ res, requestId }: ConnectExchange, error: AppError): void {
  const document = { error: codeOf(error), error_description: error.message }
  const headers: Record<string, string> = headersOf(requestId)
  // A 401 names the method to try (RFC 6749, section 5.2).
  if (error.status === 401) headers['WWW-Authenticate'] = 'Basic realm="connect"'
  sendRefusal(res, error, headers, Buffer.from(JSON.stringify(document)))
}

function headersOf(requestId: string) {
  return { ...commonHeaders({ requestId }), 'Content-Type': 'application/json' }
}

function codeOf(error: AppError): string {
  if (error instanceof OAuthError) return error.oauthCode
  if (error.code === 'rate_limited' || error.code === 'unavailable') return 'temporarily_unavailable'
  return error.status >= 500 ? 'server_error' : 'invalid_request'
}
