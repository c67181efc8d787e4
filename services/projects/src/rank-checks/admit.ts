import type { Clock } from '@rts/shared/clock'
import { failed } from '@rts/shared/failure'
import type { Logger } from '@rts/shared/logger'
import type { Held, Spend } from '@rts/shared/spend/spend'
import type { ClaimedTarget, DuePage } from './due-pages.sql.ts'
import type { TargetStore } from './outcomes.ts'
import { fail } from './page-end.ts'
import type { SerpQuery, SerpSource } from './providers/serp.ts'
import type { UnstoredStore } from './unstored.sql.ts'

export type CheckDeps = {
  targets: TargetStore
  unstored: UnstoredStore
  serp: SerpSource
  spend: Spend
  clock: Clock
  logger: Logger
}

/** How long a page that waits for the cost of others keeps its slot; given back at once, it would be claimed again at once. */
const laterMs = 1_000

export function queryOf({ phrase, country, language, device, depth }: ClaimedTarget): SerpQuery {
  return { phrase, country, language, device, depth }
}

/** Reserves the money for a page. Null if no reader is due or the budget has no room; the page was then given back. */
export async function admit(deps: CheckDeps, { target, accounts }: DuePage, priceUsd: number): Promise<Held | null> {
  const { targets, spend, clock } = deps
  if (accounts.length === 0 && !(await targets.isWanted(target, clock.now()))) return null
  const verdict = await spend.reserve(accounts, priceUsd)
  switch (verdict) {
    case 'over':
      await fail(deps, target, failed(null, 'budget'))
      return null
    case 'later':
      await new Promise((resolve) => setTimeout(resolve, laterMs))
      await targets.release(target)
      return null
    default:
      return verdict
  }
}
