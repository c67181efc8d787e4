import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { AgentMinuteStore } from '../admission/agent-minutes.sql.ts'
import type { GuestSweep } from './ending.ts'

export type GuestUpkeepDeps = {
  sweep: GuestSweep
  minutes: AgentMinuteStore
  /** Resumes claims without an outcome. */
  resumeClaims(): Promise<void>
  logger: Logger
  everyMs?: number
}

/** Every minute, on every replica: ends guests whose time is over, finishes claims, deletes unused minutes. */
export function startGuestUpkeep({ sweep, minutes, resumeClaims, logger, everyMs = 60_000 }: GuestUpkeepDeps): Loop {
  return startLoop({
    pollMs: everyMs,
    onError: (error) => logger.error({ err: error }, 'guest upkeep failed'),
    round: async () => {
      await resumeClaims()
      const ended = await sweep.sweep()
      await minutes.forgetIdle()
      if (ended > 0) logger.info({ ended }, 'guests ended')
      return false
    },
  })
}
