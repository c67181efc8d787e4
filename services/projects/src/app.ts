import type { ProviderArea } from '@rts/outside/checks/area'
import { questionsOf } from '@rts/outside/checks/check'
import type { Probe } from '@rts/outside/checks/probe'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { readPlans } from '@rts/shared/plans'
import { awaitDatabase } from '@rts/shared/service/await-database'
import { mountService } from '@rts/shared/service/mount-service'
import { providerCheckHandlers } from '@rts/shared/service/provider-checks'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { showSpend } from '@rts/shared/spend/figures'
import { createAccounts, lockLimits } from './accounts/accounts.ts'
import { type SerpQueue, type SerpSource, serpSpend } from './checks/checks.ts'
import { isSmartByDefault } from './checks/config.ts'
import type { Config } from './config.ts'
import { createRecords } from './database.sql.ts'
import { type Demo, demoHandlers, noDemo, pauseDemo } from './demo/demo.ts'
import { keywordHandlers } from './keywords/keywords.ts'
import { noteHandlers } from './notes/notes.ts'
import { placeHandlers } from './places/places.ts'
import { checkHandlers, forgetQueueSlots } from './queue/queue.ts'
import { type RankCheckConfig, showFigures, startRankChecks } from './rank-checks.ts'
import { rankHandlers } from './ranks/ranks.ts'
import { savedViewHandlers } from './saved-views/saved-views.ts'
import { createSearchConsole, type Google, type SearchConsoleConfig } from './search-console/search-console.ts'
import { applyLimits, createSites, endSites, holdSite, siteOf } from './sites/sites.ts'
import { startTrashEnding, trashHandlers } from './trash/trash.ts'

type AppConfig = RankCheckConfig & SearchConsoleConfig & Pick<Config, 'PLANS_FILE'>
type PagePrice = (depth: number) => number | null
type Outside = {
  pagePrice?: PagePrice
  queue?: SerpQueue | null
  demo?: Demo
  google?: Google | null
  areas?: readonly ProviderArea[]
  probes?: readonly Probe[]
}

/**
 * Builds the service of sites, keywords and ranks: its handlers, the effects of account and guest facts, and the rank checks. Without a
 * `queue` every page is fetched live, without `pagePrice` checks have no price in USD, without `google` the search console cannot be connected; `areas` say
 * which providers are on, `probes` are the questions with which the operator checks providers.
 */
export async function createApp(
  parts: ServiceParts,
  config: AppConfig,
  serp: SerpSource,
  { pagePrice = () => null, queue = null, demo = noDemo, google = null, areas = [], probes = [] }: Outside = {},
): Promise<BuiltService> {
  const { pool: db, clock } = parts
  const plans = readPlans(config.PLANS_FILE)
  const terms = { plans, isSmart: isSmartByDefault(config) }
  const records = createRecords(db)
  const deps = { db, records, plans, clock }
  const searchConsole = createSearchConsole({ ...parts, records }, config, google)
  const accounts = createAccounts({ ...deps, applyLimits, closed: [searchConsole.end, endSites, forgetQueueSlots] })
  const sites = createSites({ ...deps, terms, depthOf: accounts.maxDepth })
  const checks = checkHandlers({
    db,
    quota: createRpcQuota(createRpcClient(parts)),
    clock,
    siteOf: (caller, asked) => siteOf(db, caller, asked),
    pageUsd: async ({ accountId, depth }) => {
      const max = await accounts.maxDepth(accountId)
      return pagePrice(Math.min(depth ?? max, max))
    },
    hold: async (tx, site) => {
      await lockLimits(tx, plans, site.accountId)
      await holdSite(tx, site)
    },
  })
  await awaitDatabase('projects', parts, async () => {
    await pauseDemo({ ...deps, demo })
    await accounts.keepPastOfPlans()
  })
  return mountService('projects', parts, {
    handlers: {
      ...accounts.handlers,
      ...sites.handlers,
      ...noteHandlers(deps),
      ...savedViewHandlers(deps),
      ...trashHandlers(deps),
      ...keywordHandlers({ ...deps, historyMonths: config.HISTORY_MONTHS }),
      ...placeHandlers,
      ...checks,
      ...rankHandlers({ ...deps, rhythmDays: accounts.rhythmDays }),
      ...searchConsole.handlers,
      ...demoHandlers({ ...deps, demo }),
      ...providerCheckHandlers('projects', areas, questionsOf(probes, config, parts), serpSpend(parts, config)),
    },
    hears: {
      'projects.accounts': accounts.changed,
      'projects.guests': sites.guestEnded,
    },
    around: accounts.knowing,
    background: searchConsole.background,
    figures: () => {
      showFigures(parts)
      showSpend(parts, { capability: 'serp', budgetUsd: config.SERP_DAILY_BUDGET_USD })
    },
    work: () => [
      startRankChecks({ parts, config, terms, serp, queue }),
      startTrashEnding({ ...parts, db }),
      searchConsole.work(),
    ],
  })
}
