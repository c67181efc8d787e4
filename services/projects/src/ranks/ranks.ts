import type { Clock } from '@rts/shared/clock'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { comparisonHandlers } from './comparison.ts'
import { dailyHandlers } from './daily.ts'
import { fallHandlers } from './falls.ts'
import { firstPageHandlers } from './first-page.ts'
import { movementHandlers } from './movements.ts'
import { overviewHandlers } from './overview.ts'
import { pageBlockHandlers } from './page-blocks.ts'
import { pageStandingHandlers } from './page-standings.ts'
import { rankChangeHandlers } from './rank-changes.ts'
import { competingPageHandlers, resultsPageHandlers } from './results-pages.ts'
import { historyHandlers, seriesHandlers } from './series.ts'
import { notableChangeHandlers, snapshotHandlers } from './snapshots.ts'

type RankDeps = {
  db: Database
  records: Records
  rhythmDays(accountId: string): Promise<number>
  clock: Clock
}

export function rankHandlers(deps: RankDeps) {
  return {
    ...overviewHandlers(deps),
    ...movementHandlers(deps),
    ...firstPageHandlers(deps),
    ...comparisonHandlers(deps),
    ...snapshotHandlers(deps),
    ...historyHandlers(deps),
    ...seriesHandlers(deps),
    ...dailyHandlers(deps),
    ...notableChangeHandlers(deps),
    ...rankChangeHandlers(deps),
    ...resultsPageHandlers(deps),
    ...pageBlockHandlers(deps),
    ...competingPageHandlers(deps),
    ...pageStandingHandlers(deps),
    ...fallHandlers(deps),
  }
}
