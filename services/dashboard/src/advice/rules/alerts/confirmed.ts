import { dayMs } from '@rts/shared/clock'
import type { Check, Seen } from './model.ts'

/** Looks within these hours are one check: the second is the page that was asked for again. */
const oneCheckMs = dayMs / 2
/** A site that is checked less often is not kept waiting for the next check. */
const rareMs = 3 * dayMs

/**
 * Whether looks on end at which a condition holds, the last of which is now, are no jump: three checks, or two that were each looked at
 * twice. Of checks three days apart or more one that was looked at twice, or two, because few jumps last until the next.
 */
export function isConfirmed(run: readonly Seen[]): boolean {
  const now = run.at(-1)
  if (!now) return false
  const checks = run.filter((look, i) => isAnotherCheck(look, run[i - 1])).length
  const lastCheck = now.before.find((look) => isAnotherCheck(now, look))
  if (lastCheck && now.at - lastCheck.at >= rareMs - oneCheckMs) return run.length >= 2
  return checks >= 3 || (checks === 2 && run.length >= 4)
}

function isAnotherCheck(look: Check, before: Check | undefined): boolean {
  return before === undefined || look.at - before.at > oneCheckMs
}
