import { AppError } from '@rts/shared/errors'
import type { NetworkKind, NetworkStore } from '../data/network-store.ts'
import { invalidKey } from '../domain/bearer.ts'
import { handshakesPerMinute, requestsPerMinute } from '../domain/limits.ts'
import type { AdmissionQueue } from './admission.ts'
import type { McpExchange, McpStep } from './mcp-exchange.ts'

export type McpAdmitOptions = {
  admission: AdmissionQueue
  networks: NetworkStore
  /** Marks a guest's token used; false for the second of two, which is no key any more. */
  useGuestKey(keyId: string): Promise<boolean>
}

/** The verdict: a key's minute, or without a key its network's. Handshakes are counted by network alone. */
export function admitAgent(options: McpAdmitOptions): McpStep {
  return async (exchange) => {
    if (exchange.hasBadKey) throw invalidKey()
    if (exchange.keyHash) await admitKey(options, exchange, exchange.keyHash)
    if (exchange.isHandshake) await admitNetwork(options, exchange, 'handshake', handshakesPerMinute)
    else if (!exchange.keyHash && exchange.admittedAtMs === undefined) await admitLobby(options, exchange)
    if (exchange.refusal) throw exchange.refusal
  }
}

async function admitKey(options: McpAdmitOptions, exchange: McpExchange, keyHash: Buffer): Promise<void> {
  const answer = await options.admission.ask(keyHash, 'mcp', exchange.isHandshake ? 'check' : 'rate')
  if (answer.verdict === 'invalid') throw invalidKey()
  exchange.standing = answer
  exchange.admittedAtMs = answer.nowMs
  if (answer.verdict === 'limited') throw limited(requestsPerMinute, answer.minuteResetMs)
  // A request that is refused below has used nothing.
  if (answer.kind === 'guest' && !exchange.refusal && !(await options.useGuestKey(answer.keyId))) throw invalidKey()
}

/** Key and minute answer first; nothing is counted, and the lobby is not asked. */
export async function checkKey({ admission }: Pick<McpAdmitOptions, 'admission'>, exchange: McpExchange) {
  if (exchange.hasBadKey) throw invalidKey()
  if (!exchange.keyHash) return
  const check = await admission.ask(exchange.keyHash, 'mcp', 'check')
  if (check.verdict === 'invalid') throw invalidKey()
  exchange.standing = check
  if (check.minuteLeft === 0 && !exchange.isHandshake) throw limited(requestsPerMinute, check.minuteResetMs)
}

/** One of the minute that a network has without a key. */
export function admitLobby(options: Pick<McpAdmitOptions, 'networks'>, exchange: McpExchange): Promise<void> {
  return admitNetwork(options, exchange, 'call', requestsPerMinute)
}

async function admitNetwork(
  { networks }: Pick<McpAdmitOptions, 'networks'>,
  exchange: McpExchange,
  kind: NetworkKind,
  perMinute: number,
): Promise<void> {
  const verdict = await networks.admit(exchange.network.hash, kind, perMinute)
  exchange.admittedAtMs ??= verdict.nowMs
  if (!verdict.granted) throw limited(perMinute, verdict.minuteResetMs)
}

/** The answer to a minute that is full. */
function limited(perMinute: number, resetMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
  const message = `More than ${perMinute} requests within a minute; try again in ${retryAfterSeconds} seconds`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
