import { AppError } from '@rts/shared/errors'

export type RpcId = string | number
/** The part of a JSON-RPC message that the gateway reads; the rest is for the service behind it. */
export type Envelope = { id: RpcId | null; isHandshake: boolean }

const parseErrorCode = -32_700
const invalidRequestCode = -32_600

/** A refusal with its own JSON-RPC code. */
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
/** A key's minute does not count these: connecting would otherwise cost a client several of its requests. */
const handshakes = new Set(['initialize', 'ping', 'server/discover'])

/** The envelope of one message. Throws `RpcError` for text that is not JSON, for a batch, and for anything that is not a message. */
export function readEnvelope(body: Uint8Array): Envelope {
  const message = parse(body)
  // One request counts once, but a batch would be many calls.
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
