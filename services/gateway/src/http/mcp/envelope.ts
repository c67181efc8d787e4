import { AppError } from '@rts/shared/errors'

export type RpcId = string | number
export type Envelope = { id: RpcId | null; isHandshake: boolean }

const parseErrorCode = -32_700
const invalidRequestCode = -32_600

export class RpcError extends AppError {
  readonly rpcCode: number
  readonly id: RpcId | null

  constructor(rpcCode: number, message: string, id: RpcId | null = null) {
    super('bad_request', message)
    this.rpcCode = rpcCode
    this.id = id
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Not counted in a key's minute: connecting would cost a client several requests. */
const handshakes = new Set(['initialize', 'ping', 'server/discover'])

/** Throws `RpcError` for bad JSON, a batch, or no message. */
export function readEnvelope(body: Uint8Array): Envelope {
  const message = parse(body)
  // It would count once and be many calls.
  if (Array.isArray(message)) throw invalid('Batches are not supported: send one message per request')
  if (message === null || typeof message !== 'object') throw invalid('The body must be a JSON-RPC message')
  const { jsonrpc, id, method, params } = Object(message)
  const known = isRpcId(id) ? id : null
  if (jsonrpc !== '2.0') throw invalid('jsonrpc must be "2.0"', known)
  if (id !== undefined && known === null) throw invalid('id must be a string or a whole number')
  if (method === undefined && ('result' in message || 'error' in message)) return { id: known, isHandshake: true }
  if (typeof method !== 'string' || method === '') throw invalid('method must be a string', known)
  if (params !== undefined && (params === null || typeof params !== 'object' || Array.isArray(params))) {
    throw invalid('params must be an object', known)
  }
  return { id: known, isHandshake: known === null || handshakes.has(method) || method.startsWith('notifications/') }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw new RpcError(parseErrorCode, 'The body is not valid JSON')
  }
}

function isRpcId(id: unknown): id is RpcId {
  return typeof id === 'string' ? id.length <= 1_000 : Number.isSafeInteger(id)
}

function invalid(message: string, id: RpcId | null = null): RpcError {
  return new RpcError(invalidRequestCode, message, id)
}
