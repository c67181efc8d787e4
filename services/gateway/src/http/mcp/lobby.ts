import { AppError } from '@rts/shared/errors'
import { invalidKey } from '../../keys/keys.ts'
import { lobbyAtOnce } from '../common/limits.ts'
import { createPlaces } from '../common/places.ts'
import type { McpStep } from './exchange.ts'

/** Limits the requests in flight of one network without a key, before any body is read. */
export function enterLobby(): McpStep {
  const places = createPlaces(lobbyAtOnce)
  return (exchange) => {
    if (exchange.keyHash) return
    if (!places.enter(exchange.network.hash, exchange.res)) throw exchange.hasBadKey ? invalidKey() : tooMany()
  }
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many requests at once without a key', { retryAfterSeconds: 1 })
}
