import { requestsPerMinute } from '@rts/shared/plans'
import {
  type AdmissionQueue,
  type AgentMinuteKind,
  type AgentMinutes,
  agentMinuteLimits,
  minuteOfKey,
} from '../../admission/admission.ts'
import type { RightsOf } from '../../grants/grants.ts'
import { invalidKey } from '../../keys/keys.ts'
import { minuteFull } from '../common/refusals.ts'
import type { McpExchange, McpStep } from './exchange.ts'

export type McpVerdictOptions = {
  admission: AdmissionQueue
  minutes: AgentMinutes
  /** False if the guest's other token was used first, which revokes this one. */
  useGuestKey(keyId: string): Promise<boolean>
  rightsOf: RightsOf
}

/** By the key's minute, or the network's without a key. Handshakes have their own. */
export function askAdmission(options: McpVerdictOptions): McpStep {
  return async (exchange) => {
    if (exchange.keyHash) await askForKey(options, exchange, exchange.keyHash)
    else if (exchange.admittedAtMs === undefined) await countLobby(options, exchange)
    if (exchange.refusal) throw exchange.refusal
  }
}

async function askForKey(options: McpVerdictOptions, exchange: McpExchange, keyHash: Buffer): Promise<void> {
  const answer = await options.admission.ask(keyHash, 'mcp', exchange.isHandshake ? 'check' : 'rate')
  if (answer.verdict === 'invalid') throw invalidKey()
  exchange.keyState = answer
  exchange.admittedAtMs = answer.nowMs
  if (answer.verdict === 'limited') throw minuteFull(requestsPerMinute, answer.minuteResetMs)
  // By key, so that an office behind one address can connect with each of its keys.
  if (exchange.isHandshake) await count(options, minuteOfKey(answer.keyId), 'handshake')
  // A request refused below does not use the token.
  if (answer.kind === 'guest' && !exchange.refusal && !(await options.useGuestKey(answer.keyId))) throw invalidKey()
}

/** The person's rights now; a handshake shows nothing of an account. */
export function askRights({ rightsOf }: McpVerdictOptions): McpStep {
  return async (exchange) => {
    const { keyState, isHandshake } = exchange
    if (keyState?.kind === 'lasting' && !isHandshake) exchange.rights = await rightsOf(keyState)
  }
}

export async function checkKey({ admission }: Pick<McpVerdictOptions, 'admission'>, exchange: McpExchange) {
  if (exchange.hasBadKey) throw invalidKey()
  if (!exchange.keyHash) return
  const check = await admission.ask(exchange.keyHash, 'mcp', 'check')
  if (check.verdict === 'invalid') throw invalidKey()
  exchange.keyState = check
  if (check.minuteLeft === 0 && !exchange.isHandshake) throw minuteFull(requestsPerMinute, check.minuteResetMs)
}

/** Without the database: no key in the header, or a known full minute. */
export function refuseKnown({ minutes }: Pick<McpVerdictOptions, 'minutes'>): McpStep {
  return (exchange) => {
    if (exchange.hasBadKey) throw invalidKey()
    if (exchange.keyHash || exchange.admittedAtMs !== undefined) return
    const kind = kindOf(exchange)
    const resetMs = minutes.wait(exchange.network.hash, kind)
    if (resetMs !== undefined) throw minuteFull(agentMinuteLimits[kind], resetMs)
  }
}

export async function countLobby(options: Pick<McpVerdictOptions, 'minutes'>, exchange: McpExchange): Promise<void> {
  exchange.admittedAtMs = await count(options, exchange.network.hash, kindOf(exchange))
}

function kindOf({ isHandshake }: McpExchange): AgentMinuteKind {
  return isHandshake ? 'handshake' : 'call'
}

async function count({ minutes }: Pick<McpVerdictOptions, 'minutes'>, who: string, kind: AgentMinuteKind) {
  const verdict = await minutes.ask(who, kind)
  if (!verdict.granted) throw minuteFull(agentMinuteLimits[kind], verdict.resetMs)
  return verdict.nowMs
}
