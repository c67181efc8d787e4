import type { Clock } from '@rts/shared/clock'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { type PlanTable, readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { type BackgroundConfig, startBackground } from './background.ts'
import type { Config } from './config.ts'
import { createDatabase } from './data/database.ts'
import { createDemoSeed } from './data/demo-seed.ts'
import { createHorizon } from './data/horizon.ts'
import { createBulkWriter } from './data/keywords/bulk-writer.ts'
import { createDailyStore } from './data/keywords/daily-store.ts'
import { createEarlierRankStore } from './data/keywords/earlier-rank-store.ts'
import { createHistoryStore } from './data/keywords/history-store.ts'
import { createKeywordImport } from './data/keywords/keyword-import.ts'
import { createKeywordStore } from './data/keywords/keyword-store.ts'
import { createKeywordWriter } from './data/keywords/keyword-writer.ts'
import { createQuestionStore } from './data/keywords/question-store.ts'
import { createSeriesStore } from './data/keywords/series-store.ts'
import { createStandingStore } from './data/keywords/standing-store.ts'
import { createTurnStore } from './data/keywords/turn-store.ts'
import { createCheckRequestStore } from './data/pages/check-request-store.ts'
import { createPageStore } from './data/pages/latest-page-store.ts'
import { createPastStore } from './data/pages/past-store.ts'
import { createAccountStore } from './data/sites/account-store.ts'
import { createCompetitorStore } from './data/sites/competitor-store.ts'
import { createNoteStore } from './data/sites/note-store.ts'
import { createSiteClaims } from './data/sites/site-claims.ts'
import { createSiteStore } from './data/sites/site-store.ts'
import { createSiteWriter } from './data/sites/site-writer.ts'
import { createSummaryStore } from './data/sites/summary-store.ts'
import { accountChanged, knowingCallers } from './handlers/accounts.ts'
import { bulkHandlers } from './handlers/bulk.ts'
import { checkHandlers } from './handlers/checks.ts'
import { comparedRankHandlers } from './handlers/compared-ranks.ts'
import { dailyHandlers } from './handlers/daily.ts'
import { demoHandlers } from './handlers/demo.ts'
import { guestGone, guestSiteHandlers } from './handlers/guest-sites.ts'
import { historyHandlers } from './handlers/history.ts'
import { importHandlers } from './handlers/imports.ts'
import { keywordHandlers } from './handlers/keywords.ts'
import { movementHandlers } from './handlers/movements.ts'
import { noteHandlers } from './handlers/notes.ts'
import { overviewHandlers } from './handlers/overview.ts'
import { questionHandlers } from './handlers/questions.ts'
import { rankHandlers } from './handlers/ranks.ts'
import { seriesHandlers } from './handlers/series.ts'
import { siteHandlers } from './handlers/sites.ts'
import { snapshotHandlers } from './handlers/snapshots.ts'
import { turnHandlers } from './handlers/turns.ts'
import { type Demo, noDemo } from './providers/demo.ts'
import type { Google } from './providers/google/google.ts'
import type { SerpQueue, SerpSource } from './providers/serp.ts'
import { createSearchConsole, type SearchConsoleConfig } from './search-console.ts'

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
