import { AppError } from '@rts/shared/errors'
import { bearerKey, hashOfKey, invalidKey } from '../../keys/keys.ts'
import type { AllowOrigin } from '../common/cross-origin.ts'
import { lobbyAtOnce } from '../common/limits.ts'
import { createPlaces } from '../common/places.ts'
import { isJson } from '../common/request-body.ts'
import type { McpStep } from './exchange.ts'

/** Web pages may call only from allowed origins; programs send no Origin. */
export function refuseForeignOrigin(allow: AllowOrigin): McpStep {
  return ({ req }) => {
    if (req.headers.origin === undefined || allow(req) !== undefined) return
    throw new AppError('browser_not_allowed', 'This origin may not call the agent endpoint')
  }
}

export const readAgentKey: McpStep = (exchange) => {
  try {
    const key = bearerKey(exchange.req.rawHeaders)
    if (key) exchange.keyHash = hashOfKey(key)
  } catch {
    // Not treated as no key: its owner would see only `register`, without a reason.
    exchange.hasBadKey = true
  }
}

/** No lobby at the OAuth address: the refusal tells where to get a token. */
export const requireToken: McpStep = ({ resourceMetadata, keyHash }) => {
  if (resourceMetadata !== undefined && !keyHash) throw invalidKey()
}

export const checkHead: McpStep = (exchange) => {
  const { method, headers } = exchange.req
  if (method !== 'POST') {
    // Clients try GET and DELETE when they connect.
    exchange.isHandshake = true
    exchange.refusal = new AppError('method_not_allowed', 'Send a POST', { allow: ['POST'] })
  } else if (!isJson(exchange.req)) {
    exchange.refusal = new AppError('unsupported_media_type', 'Content-Type must be application/json, not compressed')
  } else if (!takesJson(headers.accept)) {
    exchange.refusal = new AppError('bad_request', 'Accept must name application/json', { status: 406 })
  }
}

/** In flight, per network without a key, before any body is read. */
export function enterLobby(): McpStep {
  const places = createPlaces(lobbyAtOnce)
  return (exchange) => {
    if (exchange.keyHash || places.enter(exchange.network.hash, exchange.res)) return
    if (exchange.hasBadKey) throw invalidKey()
    throw new AppError('rate_limited', 'Too many requests at once without a key', { retryAfterSeconds: 1 })
  }
}

/** The protocol asks clients to accept both types; answers are always JSON. */
function takesJson(accept: string | undefined): boolean {
  return /\*\/\*|application\/(\*|json)/i.test(accept ?? '')
}
