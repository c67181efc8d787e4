import { AppError } from '@rts/shared/errors'
import { invalidKey } from '../../domain/bearer.ts'
import { lobbyAtOnce } from '../../domain/limits.ts'
import type { McpStep } from './exchange.ts'

/** Limits the requests in flight of one network without a key, before any body is read. */
export function enterLobby(): McpStep {
  const underWay = new Map<string, number>()
  return (exchange) => {
    const { keyHash, hasBadKey, res } = exchange
    if (keyHash) return
    const { hash } = exchange.network
    const count = underWay.get(hash) ?? 0
    if (count >= lobbyAtOnce) throw hasBadKey ? invalidKey() : tooMany()
    underWay.set(hash, count + 1)
    res.once('close', () => {
      const left = (underWay.get(hash) ?? 1) - 1
      if (left > 0) underWay.set(hash, left)
      else underWay.delete(hash)
    })
  }
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many requests at once without a key', { retryAfterSeconds: 1 })
}
