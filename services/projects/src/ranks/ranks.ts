import type { Clock } from '@rts/shared/clock'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { comparisonHandlers } from './comparison.ts'
import { dailyHandlers } from './daily.ts'
import { historyHandlers } from './history.ts'
import { movementHandlers } from './movements.ts'
import { overviewHandlers } from './overview.ts'
import { questionHandlers } from './questions.ts'
import { seriesHandlers } from './series.ts'
import { snapshotHandlers } from './snapshots.ts'
import { turnHandlers } from './turns.ts'

type RankDeps = {
  db: Database
  records: Records
  /** The days between two checks of an account. */
  rhythmDays(accountId: string): Promise<number>
  clock: Clock
}

/** Ranks as people, agents and other services read them: now, compared, and over time. */
export function rankHandlers(deps: RankDeps) {
  return {
    ...overviewHandlers(deps),
    ...movementHandlers(deps),
    ...comparisonHandlers(deps),
    ...questionHandlers(deps),
    ...snapshotHandlers(deps),
    ...historyHandlers(deps),
    ...seriesHandlers(deps),
    ...dailyHandlers(deps),
    ...turnHandlers(deps),
  }
}
