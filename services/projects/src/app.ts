import { createServer } from 'node:http'
import { type PlanTable, readPlans } from '@rts/shared/plans'
import { mountHttp } from '@rts/shared/service/http-mount'
import { mountInbox } from '@rts/shared/service/inbox'
import { createInvoke, type ServiceHandlers } from '@rts/shared/service/invoke'
import { mountNats } from '@rts/shared/service/nats-mount'
import { startRelay } from '@rts/shared/service/outbox-relay'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { ProjectsConfig } from './config.ts'
import { createAccountStore } from './data/account-store.ts'
import { createDatabase, listenTo } from './data/database.ts'
import { createDeliveryStore } from './data/delivery-store.ts'
import { createHistoryStore } from './data/history-store.ts'
import { createKeywordStore } from './data/keyword-store.ts'
import { createKeywordWriter } from './data/keyword-writer.ts'
import { createPageStore } from './data/page-store.ts'
import { createSiteStore } from './data/site-store.ts'
import { createSiteWriter } from './data/site-writer.ts'
import { createTargetStore } from './data/target-store.ts'
import { accountChanged, knowingCallers } from './handlers/accounts.ts'
import { historyHandlers } from './handlers/history.ts'
import { keywordHandlers } from './handlers/keywords.ts'
import { outboxHandlers } from './handlers/outbox.ts'
import { siteHandlers } from './handlers/sites.ts'
import { startRankWorker } from './jobs/rank-worker.ts'
import { startUpkeep } from './jobs/upkeep.ts'
import type { SerpSource } from './providers/serp.ts'

export type AppDeps = {
  parts: ServiceParts
  config: Pick<ProjectsConfig, 'PLANS_FILE' | 'DISABLED_SERVICES' | 'RANK_CONCURRENCY' | 'PAGE_RETENTION_DAYS'>
  serp: SerpSource
}
type Stores = ReturnType<typeof createStores>

/** Builds the service: its rows over HTTP and NATS, its part in the facts, and the rank checks. */
export async function createApp({ parts, config, serp }: AppDeps): Promise<BuiltService> {
  const { pool, nats, clock, logger, sign, verify, isDraining } = parts
  const stores = createStores(parts, config, readPlans(config.PLANS_FILE))
  const upkeep = await startUpkeep({ pages: stores.pages, clock, logger, retentionDays: config.PAGE_RETENTION_DAYS })
  const invoke = knowingCallers(createInvoke(allHandlers(stores, parts)), stores.accounts)
  const rpc = mountNats({ service: 'projects', nats, invoke, verify, clock, logger })
  const effect = accountChanged(stores.accounts, clock)
  const inbox = mountInbox({ nats, pool, verify, clock, logger }, 'projects.accounts', effect)
  const relay = startRelay({ service: 'projects', pool, nats, sign, logger })
  const worker = startRankWorker({ targets: stores.targets, serp, clock, logger, concurrency: config.RANK_CONCURRENCY })
  const listener = listenTo(pool, 'ranks', worker.wake)
  return {
    server: createServer(mountHttp({ service: 'projects', invoke, verify, clock, logger, isDraining })),
    drain: async () => {
      await Promise.all([rpc.drain(), inbox.drain()])
      upkeep.stop()
      await Promise.all([worker.stop(), listener.stop(), relay.stop()])
      await stores.db.prisma.$disconnect()
    },
  }
}

function createStores({ pool }: ServiceParts, config: AppDeps['config'], plans: PlanTable) {
  const db = createDatabase(pool)
  return {
    db,
    accounts: createAccountStore(db, plans),
    sites: createSiteStore(db),
    siteWriter: createSiteWriter({ db, plans, disabledServices: config.DISABLED_SERVICES }),
    keywords: createKeywordStore(db),
    keywordWriter: createKeywordWriter(db, plans),
    history: createHistoryStore(pool),
    deliveries: createDeliveryStore(pool),
    pages: createPageStore(pool),
    targets: createTargetStore(pool, plans),
  }
}

function allHandlers(stores: Stores, { clock }: ServiceParts): ServiceHandlers<'projects'> {
  return {
    ...siteHandlers({ ...stores, clock }),
    ...keywordHandlers({ ...stores, clock }),
    ...historyHandlers(stores),
    ...outboxHandlers(stores.deliveries),
  }
}
