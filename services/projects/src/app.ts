import type { Clock } from '@rts/shared/clock'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { type PlanTable, readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { createAccountStore } from './accounts/accounts.sql.ts'
import { accountChanged, knowingCallers } from './accounts/accounts.ts'
import type { Config } from './config.ts'
import { createDatabase } from './database.sql.ts'
import { createDemoSeed } from './demo/demo.sql.ts'
import { demoHandlers } from './demo/demo.ts'
import { type Demo, noDemo } from './demo/providers/sandbox.ts'
import { bulkHandlers } from './keywords/bulk.ts'
import { createBulkWriter } from './keywords/bulk-writer.ts'
import { importHandlers } from './keywords/imports.ts'
import { keywordHandlers } from './keywords/keyword-changes.ts'
import { createKeywordImport } from './keywords/keyword-import.ts'
import { createKeywordStore } from './keywords/keyword-store.ts'
import { createKeywordWriter } from './keywords/keyword-writer.ts'
import { createHorizon } from './lists/horizon.sql.ts'
import { createNoteStore } from './notes/notes.sql.ts'
import { noteHandlers } from './notes/notes.ts'
import { createPastStore } from './rank-checks/pasts.sql.ts'
import type { SerpQueue, SerpSource } from './rank-checks/providers/serp.ts'
import { type BackgroundConfig, startBackground } from './rank-checks/rank-checks.ts'
import { createCheckRequestStore } from './rank-checks/requests.sql.ts'
import { checkHandlers } from './rank-checks/requests.ts'
import { comparedRankHandlers } from './ranks/compared-ranks.ts'
import { rankHandlers } from './ranks/comparison.ts'
import { createDailyStore } from './ranks/daily.sql.ts'
import { dailyHandlers } from './ranks/daily.ts'
import { createEarlierRankStore } from './ranks/earlier-ranks.sql.ts'
import { createHistoryStore } from './ranks/history.sql.ts'
import { historyHandlers } from './ranks/history.ts'
import { createPageStore } from './ranks/latest-pages.sql.ts'
import { movementHandlers } from './ranks/movements.ts'
import { overviewHandlers } from './ranks/overview.ts'
import { createQuestionStore } from './ranks/questions.sql.ts'
import { questionHandlers } from './ranks/questions.ts'
import { createSeriesStore } from './ranks/series.sql.ts'
import { seriesHandlers } from './ranks/series.ts'
import { snapshotHandlers } from './ranks/snapshots.ts'
import { createStandingStore } from './ranks/standings.sql.ts'
import { createSummaryStore } from './ranks/summaries.sql.ts'
import { createTurnStore } from './ranks/turns.sql.ts'
import { turnHandlers } from './ranks/turns.ts'
import type { Google } from './search-console/providers/google.ts'
import { createSearchConsole, type SearchConsoleConfig } from './search-console/search-console.ts'
import { createSiteClaims } from './sites/claims.sql.ts'
import { guestGone, guestSiteHandlers } from './sites/claims.ts'
import { createCompetitorStore } from './sites/competitors.sql.ts'
import { siteHandlers } from './sites/site-changes.ts'
import { createSiteWriter } from './sites/site-writer.ts'
import { createSiteStore } from './sites/sites.sql.ts'

type AppConfig = BackgroundConfig & SearchConsoleConfig & Pick<Config, 'PLANS_FILE'>
type Outside = { queue?: SerpQueue | null; demo?: Demo; google?: Google | null }
type Stores = ReturnType<typeof createStores>

/**
 * Builds the service of sites, keywords and ranks: its handlers, the effects of account and guest facts, and the rank checks. Without a
 * `queue` every page is fetched live, without `google` nobody can connect the search console.
 */
export async function createApp(
  parts: ServiceParts,
  config: AppConfig,
  serp: SerpSource,
  { queue = null, demo = noDemo, google = null }: Outside = {},
): Promise<BuiltService> {
  const { clock } = parts
  const plans = readPlans(config.PLANS_FILE)
  const stores = createStores(parts, plans)
  const searchConsole = createSearchConsole(parts, config, google, stores.sites)
  if (demo.costs) await stores.demoSeed.pauseChecks(clock.now())
  return mountService('projects', parts, {
    handlers: {
      ...allHandlers(stores, clock),
      ...demoHandlers({ ...stores, demo: demo.past, clock }),
      ...checkHandlers({ ...stores, quota: createRpcQuota(createRpcClient(parts)), clock }),
      ...searchConsole.handlers,
    },
    hears: {
      'projects.accounts': accountChanged({ ...stores, endConnection: searchConsole.end, clock }),
      'projects.guests': guestGone(stores.siteClaims, clock),
    },
    around: (invoke) => knowingCallers(invoke, stores.accounts),
    background: [await startBackground({ parts, config, plans, serp, queue }), searchConsole.background],
  })
}

function createStores({ pool }: ServiceParts, plans: PlanTable) {
  const db = createDatabase(pool)
  const writing = { db, plans }
  return {
    db,
    accounts: createAccountStore(db, plans),
    sites: createSiteStore(db),
    siteWriter: createSiteWriter(writing),
    siteClaims: createSiteClaims(writing),
    keywords: createKeywordStore(db),
    keywordWriter: createKeywordWriter(db, plans),
    bulk: createBulkWriter(db, plans),
    imports: createKeywordImport(writing),
    demoSeed: createDemoSeed(db, plans),
    competitors: createCompetitorStore(db, plans),
    checkRequests: createCheckRequestStore(db, plans),
    pages: createPageStore(pool),
    pasts: createPastStore(db.pool),
    standings: createStandingStore(pool),
    questions: createQuestionStore(pool),
    history: createHistoryStore(pool),
    earlierRanks: createEarlierRankStore(pool),
    daily: createDailyStore(pool),
    series: createSeriesStore(pool),
    summaries: createSummaryStore(pool),
    notes: createNoteStore(db),
    turns: createTurnStore(pool),
    horizon: createHorizon(pool),
  }
}

function allHandlers(stores: Stores, clock: Clock) {
  return {
    ...siteHandlers({ ...stores, clock }),
    ...guestSiteHandlers({ ...stores, clock }),
    ...keywordHandlers({ ...stores, clock }),
    ...bulkHandlers({ ...stores, clock }),
    ...importHandlers({ ...stores, clock }),
    ...overviewHandlers({ ...stores, clock }),
    ...rankHandlers({ ...stores, clock }),
    ...snapshotHandlers({ ...stores, clock }),
    ...historyHandlers(stores),
    ...seriesHandlers({ ...stores, clock }),
    ...dailyHandlers({ ...stores, clock }),
    ...comparedRankHandlers(stores),
    ...questionHandlers({ ...stores, clock }),
    ...movementHandlers(stores),
    ...noteHandlers({ ...stores, clock }),
    ...turnHandlers({ ...stores, clock }),
  }
}
