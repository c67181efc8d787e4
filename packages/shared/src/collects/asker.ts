import type { Caller } from '../contract/caller.ts'
import type { KnownSite } from '../facts/site-projection.ts'
import type { Asker } from './kind.ts'

const longestWaitMs = 8_000
const shareOfTime = 0.9

/** Who reads in a call, its account or a site: what it may start, and how long it can wait for that. */
export function askerOf(
  { caller, deadlineAt }: { caller: Pick<Caller, 'accountId' | 'plan' | 'collect' | 'role'>; deadlineAt: number },
  reader: 'account' | Pick<KnownSite, 'id' | 'frozen'>,
  now: number = performance.now(),
): Asker {
  return {
    scope: reader === 'account' ? `a:${caller.accountId}` : `s:${reader.id}`,
    accountId: caller.accountId,
    plan: caller.plan,
    mayCollect: caller.collect === 'allow',
    isViewer: caller.role === 'viewer',
    isFrozen: reader !== 'account' && reader.frozen,
    waitMs: Math.max(0, Math.min(longestWaitMs, (deadlineAt - now) * shareOfTime)),
  }
}
