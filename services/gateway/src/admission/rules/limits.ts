import { nextUtcMidnight } from '@rts/shared/clock'
import { requestsPerMinute } from '@rts/shared/plans'

export const strikeLimit = 5
/** In any 60 seconds, by kind; many people's clients may share one network. */
export const agentMinuteLimits = { call: requestsPerMinute, handshake: 120, authorize: 60, register: 30, token: 120 }

export type Allowance = { used: number; limit: number; remaining: number; resetsAt: string; exhausted: boolean }

/** `resetsAt` is the UTC midnight after `at`; `remaining` is never below zero, even after a plan change. */
export function allowanceOf(used: number, limit: number, at: Date): Allowance {
  const resetsAt = nextUtcMidnight(at).toISOString()
  return { used, limit, remaining: Math.max(0, limit - used), resetsAt, exhausted: used >= limit }
}

export function emptyAllowance(at: Date): Allowance {
  return { used: 0, limit: 0, remaining: 0, resetsAt: nextUtcMidnight(at).toISOString(), exhausted: false }
}

/** Seconds until the next day, at least one. */
export function secondsToReset(allowance: Allowance, at: Date): number {
  return Math.max(1, Math.ceil((Date.parse(allowance.resetsAt) - at.getTime()) / 1_000))
}
