import { AppError } from '@rts/shared/errors'
import { requestsPerMinute } from '@rts/shared/plans'
import type { AdmissionQueue, AgentMinutes } from '../../admission/admission.ts'
import { type AgentMinuteKind, agentMinuteLimits, minuteOfKey } from '../../admission/admission.ts'
import { invalidKey } from '../../keys/keys.ts'
import type { McpExchange, McpStep } from './exchange.ts'

export type McpAdmitOptions = {
  admission: AdmissionQueue
  minutes: AgentMinutes
  /** Marks a guest's token as used; false if the guest's other token was used first, which revokes this one. */
  useGuestKey(keyId: string): Promise<boolean>
}

/** Admits by a key's minute, or without a key by its network's. Handshakes have a separate minute. */
export function admitAgent(options: McpAdmitOptions): McpStep {
  return async (exchange) => {
    if (exchange.keyHash) await admitKey(options, exchange, exchange.keyHash)
    else if (exchange.admittedAtMs === undefined) await admitLobby(options, exchange)
    if (exchange.refusal) throw exchange.refusal
  }
}

async function admitKey(options: McpAdmitOptions, exchange: McpExchange, keyHash: Buffer): Promise<void> {
  const answer = await options.admission.ask(keyHash, 'mcp', exchange.isHandshake ? 'check' : 'rate')
  if (answer.verdict === 'invalid') throw invalidKey()
  exchange.standing = answer
  exchange.admittedAtMs = answer.nowMs
  if (answer.verdict === 'limited') throw limited(requestsPerMinute, answer.minuteResetMs)
  // By key, so that an office behind one address can connect with each of its keys.
  if (exchange.isHandshake) await count(options, minuteOfKey(answer.keyId), 'handshake')
  // A request that is refused below does not use the token.
  if (answer.kind === 'guest' && !exchange.refusal && !(await options.useGuestKey(answer.keyId))) throw invalidKey()
}

/** Checks key and minute without counting; without a key it does nothing. */
export async function checkKey({ admission }: Pick<McpAdmitOptions, 'admission'>, exchange: McpExchange) {
  if (exchange.hasBadKey) throw invalidKey()
  if (!exchange.keyHash) return
  const check = await admission.ask(exchange.keyHash, 'mcp', 'check')
  if (check.verdict === 'invalid') throw invalidKey()
  exchange.standing = check
  if (check.minuteLeft === 0 && !exchange.isHandshake) throw limited(requestsPerMinute, check.minuteResetMs)
}

/** Refuses without the database: a header that is no key, or a network's minute that is known to be full. */
export function refuseKnown({ minutes }: Pick<McpAdmitOptions, 'minutes'>): McpStep {
  return (exchange) => {
    if (exchange.hasBadKey) throw invalidKey()
    if (exchange.keyHash || exchange.admittedAtMs !== undefined) return
    const kind = kindOf(exchange)
    const resetMs = minutes.wait(exchange.network.hash, kind)
    if (resetMs !== undefined) throw limited(agentMinuteLimits[kind], resetMs)
  }
}

/** Counts a request without a key in one of its network's minutes. */
export async function admitLobby(options: Pick<McpAdmitOptions, 'minutes'>, exchange: McpExchange): Promise<void> {
  exchange.admittedAtMs = await count(options, exchange.network.hash, kindOf(exchange))
}

function kindOf({ isHandshake }: McpExchange): AgentMinuteKind {
  return isHandshake ? 'handshake' : 'call'
}

/** Counts one request; answers the database's time. */
async function count({ minutes }: Pick<McpAdmitOptions, 'minutes'>, who: string, kind: AgentMinuteKind) {
  const verdict = await minutes.admit(who, kind)
  if (!verdict.granted) throw limited(agentMinuteLimits[kind], verdict.resetMs)
  return verdict.nowMs
}

/** The refusal for a full minute. */
function limited(perMinute: number, resetMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
  const message = `More than ${perMinute} requests within a minute; try again in ${retryAfterSeconds} seconds`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
