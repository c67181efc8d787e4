import { createNearestPath } from '@rts/shared/derive/nearest-path'
import { AppError } from '@rts/shared/errors'
import { requestsPerMinute } from '@rts/shared/plans'
import {
  type Admission,
  type AdmissionQueue,
  allowanceOf,
  type KeyState,
  secondsToReset,
  strikeLimit,
} from '../../admission/admission.ts'
import { invalidKey } from '../../keys/keys.ts'
import type { Exchange, Step } from '../common/exchange.ts'

export type VerdictOptions = {
  admission: AdmissionQueue
  reference?: string | undefined
}

/** Throws an earlier step's kept refusal once key and rate passed. */
export function askAdmission({ admission, reference }: VerdictOptions): Step {
  return async (exchange) => {
    if (!exchange.keyHash) throw invalidKey()
    const answer = await admission.ask(exchange.keyHash, 'rest', exchange.effect)
    if (answer.verdict === 'invalid') throw invalidKey()
    keepKeyState(exchange, answer)
    act(answer, exchange, reference)
  }
}

export async function checkKey({ admission }: VerdictOptions, exchange: Exchange): Promise<void> {
  if (!exchange.keyHash) throw invalidKey()
  const check = await admission.ask(exchange.keyHash, 'rest', 'check')
  if (check.verdict === 'invalid') throw invalidKey()
  keepKeyState(exchange, check)
  if (check.minuteLeft === 0) throw limited(check)
}

function keepKeyState(exchange: Exchange, keyState: KeyState): void {
  exchange.keyState = keyState
  exchange.allowance = allowanceOf(keyState.used, keyState.dayLimit, new Date(keyState.nowMs))
}

function act(
  answer: KeyState & { verdict: Exclude<Admission['verdict'], 'invalid'> },
  exchange: Exchange,
  reference?: string,
) {
  const { verdict } = answer
  switch (verdict) {
    case 'limited':
      throw limited(answer)
    case 'struck':
      throw struck(answer, exchange, reference)
    case 'passed':
      throw exchange.refusal ?? new AppError('internal', 'Nothing to do')
    case 'exhausted':
      exchange.collect = 'deny'
      if (exchange.effect === 'write') throw exhausted(exchange, answer)
      return
    case 'charged':
      exchange.charged = true
      return
    default: {
      const missing: never = verdict
      throw new Error(`unknown verdict ${String(missing)}`)
    }
  }
}

const nearestPath = createNearestPath()

/** Suggests the intended path only once a valid key has paid. */
function struck({ strikes: count }: KeyState, { req, path, refusal }: Exchange, reference?: string): AppError {
  const nearest = nearestPath(req.method, path)
  const meant = nearest ? `; the nearest one is ${nearest}` : ''
  const end = count < strikeLimit ? `strike ${strikeLimit} revokes the key` : 'the key is revoked now'
  const list = reference ? ` (${reference})` : ''
  const message = `${refusal?.message ?? 'Not listed'}${list}${meant}. This is strike ${count} of ${strikeLimit}: ${end}`
  return new AppError('path_not_listed', message, { strikes: { count, limit: strikeLimit } })
}

function limited(keyState: KeyState): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(keyState.minuteResetMs / 1_000))
  return new AppError('rate_limited', `More than ${requestsPerMinute} requests within a minute`, { retryAfterSeconds })
}

function exhausted({ allowance }: Exchange, { nowMs }: KeyState): AppError {
  const retryAfterSeconds = allowance ? secondsToReset(allowance, new Date(nowMs)) : 1
  return new AppError('allowance_exhausted', "Today's calls are used up; reads still work", {
    retryAfterSeconds,
  })
}
