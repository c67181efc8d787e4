import type { Pool } from 'pg'
import type { Logger } from '../logger.ts'
import { type Loop, startLoop } from '../loops/loop.ts'
import { statement } from '../sql/statement.ts'
import { leaseMs, longestBackOffSeconds, stuckAfterTries, stuckRetrySeconds } from './waits.ts'

const pollMs = 5_000

// A wait or a lease that is longer than a relay ever gives was counted from a clock that has been set back since. The
// second more covers the pause of a delivery that was not tried.
const endImpossibleWaits = statement(
  `UPDATE facts.delivery SET lease_until = NULL, next_at = LEAST(next_at, now())
   WHERE done_at IS NULL AND (
     lease_until > now() + interval '${leaseMs} milliseconds'
     OR next_at > now() + interval '1 second' * (1 + CASE WHEN tries >= ${stuckAfterTries} THEN ${stuckRetrySeconds}
       ELSE LEAST(${longestBackOffSeconds}, 2 ^ LEAST(tries, 10)) END))`,
)

/** Every five seconds, makes deliveries due whose time lies further ahead than a back-off: the database's clock was set back. */
export function startClockWatch({ pool, logger }: { pool: Pool; logger: Logger }): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'waits of facts could not be checked'),
    round: async () => {
      await endImpossibleWaits.run(pool)
      return false
    },
  })
}
