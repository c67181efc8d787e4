import { createRpcQuota } from '@rts/shared/collects/quota'
import { readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { createAccounts, lockLimits } from './accounts/accounts.ts'
import type { Config } from './config.ts'
import { createRecords } from './database.sql.ts'
import { type Demo, demoHandlers, noDemo, pauseDemo } from './demo/demo.ts'
import { keywordHandlers } from './keywords/keywords.ts'
import { noteHandlers } from './notes/notes.ts'
import {
  checkHandlers,
  type RankCheckConfig,
  type SerpQueue,
  type SerpSource,
  startRankChecks,
} from './rank-checks/rank-checks.ts'
import { rankHandlers } from './ranks/ranks.ts'
import { createSearchConsole, type Google, type SearchConsoleConfig } from './search-console/search-console.ts'
import { createSites, endSites, holdSite, siteOf } from './sites/sites.ts'

type AppConfig = RankCheckConfig & SearchConsoleConfig & Pick<Config, 'PLANS_FILE'>
type Outside = { queue?: SerpQueue | null; demo?: Demo; google?: Google | null }

/**
 * Builds the service of sites, keywords and ranks: its handlers, the effects of account and guest facts, and the rank checks. Without a
 * `queue` every page is fetched live, without `google` the search console cannot be connected.
 */
export async function createApp(
  parts: ServiceParts,
  config: AppConfig,
  serp: SerpSource,
  { queue = null, demo = noDemo, google = null }: Outside = {},
): Promise<BuiltService> {
  const { pool: db, clock } = parts
  const plans = readPlans(config.PLANS_FILE)
  const records = createRecords(db)
  const deps = { db, records, plans, clock }
  const searchConsole = createSearchConsole({ ...parts, records }, config, google)
  const accounts = createAccounts({ ...deps, closed: [searchConsole.end, endSites] })
  const sites = createSites(deps)
  const checks = checkHandlers({
    db,
    quota: createRpcQuota(createRpcClient(parts)),
    clock,
    siteOf: (caller, asked) => siteOf(db, caller, asked),
    hold: async (tx, site) => {
      await lockLimits(tx, plans, site.accountId)
      await holdSite(tx, site)
    },
  })
  await pauseDemo({ ...deps, demo })
  return mountService('projects', parts, {
    handlers: {
      ...accounts.handlers,
      ...sites.handlers,
      ...noteHandlers(deps),
      ...keywordHandlers(deps),
      ...checks,
      ...rankHandlers({ ...deps, rhythmDays: accounts.rhythmDays }),
      ...searchConsole.handlers,
      ...demoHandlers({ ...deps, demo }),
    },
    hears: {
      'projects.accounts': accounts.changed,
      'projects.guests': sites.guestEnded,
    },
    around: accounts.knowing,
    background: searchConsole.background,
    work: () => [startRankChecks({ parts, config, plans, serp, queue }), searchConsole.work()],
  })
}
