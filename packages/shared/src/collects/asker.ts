import type { Caller } from '../contract/caller.ts'
import type { Asker } from './kind.ts'

const longestWaitMs = 8_000
/** The rest of a call's time is for the answer itself. */
const shareOfTime = 0.9

/** Who reads in a call: what it may start, and how long it can wait for that. */
export function askerOf(
  { caller, deadlineAt }: { caller: Pick<Caller, 'accountId' | 'plan' | 'collect' | 'role'>; deadlineAt: number },
  scope: Asker['scope'],
  now: number = performance.now(),
): Asker {
  return {
    scope,
    accountId: caller.accountId,
    plan: caller.plan,
    mayCollect: caller.collect === 'allow',
    isViewer: caller.role === 'viewer',
    waitMs: Math.max(0, Math.min(longestWaitMs, (deadlineAt - now) * shareOfTime)),
  }
}
