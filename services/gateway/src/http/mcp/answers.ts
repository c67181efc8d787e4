import type { AppError } from '@rts/shared/errors'
import { commonHeaders, sendRefusal } from '../common/answers.ts'
import { RpcError } from './envelope.ts'
import type { McpExchange } from './exchange.ts'

const serverErrorCode = -32_000
const internalErrorCode = -32_603
const badToken =
  'This token is not valid here. Check it, or remove the Authorization header and call register for a new one.'
const noToken = 'A token is needed here, and there is none that is valid. Connect to get one.'

export function sendRpcError(exchange: McpExchange, error: AppError): void {
  const { requestId, keyState } = exchange
  const isBadToken = error.status === 401
  const message = isBadToken ? (exchange.resourceMetadata ? noToken : badToken) : error.message
  const id = exchange.rpcId ?? (error instanceof RpcError ? error.id : null)
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code: rpcCodeOf(error), message }, id }))
  const headers: Record<string, string | number> = {
    ...commonHeaders({ requestId, keyState }),
    'Content-Type': 'application/json',
  }
  if (isBadToken) headers['WWW-Authenticate'] = challengeOf(exchange)
  sendRefusal(exchange.res, error, headers, body)
}

/** Only the OAuth address names its metadata; without a token there is no error (RFC 6750, section 3.1). */
function challengeOf({ resourceMetadata, keyHash, hasBadKey }: McpExchange): string {
  if (!resourceMetadata) return `Bearer realm="mcp", error="invalid_token", error_description="${badToken}"`
  const error = keyHash || hasBadKey ? `error="invalid_token", error_description="${noToken}", ` : ''
  return `Bearer ${error}resource_metadata="${resourceMetadata}"`
}

function rpcCodeOf(error: AppError): number {
  if (error instanceof RpcError) return error.rpcCode
  return error.status >= 500 ? internalErrorCode : serverErrorCode
}
