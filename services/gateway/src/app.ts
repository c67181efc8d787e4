import { type PlanTable, readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { Config } from './config.ts'
import { createAccountEnd } from './data/account-end.ts'
import { createAccountStore } from './data/account-store.ts'
import { createAdmissionPool } from './data/admission-pool.ts'
import { createAgentMinuteStore } from './data/agent-minute-store.ts'
import { createAuditStore } from './data/audit-store.ts'
import { createCollectStore } from './data/collect-store.ts'
import { createDatabase } from './data/database.ts'
import { createGrantStore } from './data/grant-store.ts'
import { createKeyStore } from './data/key-store.ts'
import { createSeedStore } from './data/seed-store.ts'
import { createUsageStore } from './data/usage-store.ts'
import { createUsedCalls } from './data/used-calls.ts'
import { createDoors } from './doors.ts'
import { createGuestParts } from './guests.ts'
import { accountRecordHandlers } from './handlers/account-records.ts'
import { accountHandlers } from './handlers/accounts.ts'
import { collectHandlers } from './handlers/collects.ts'
import { grantHandlers } from './handlers/grants.ts'
import { keyHandlers } from './handlers/keys.ts'
import { followPayments } from './handlers/subscriptions.ts'
import { noteTeam } from './handlers/team.ts'
import { createPublicApp } from './http/routes.ts'
import { createPublicServer } from './http/server.ts'
import { startCollectUpkeep } from './jobs/collect-upkeep.ts'
import { mailEffects } from './mail/notices.ts'

/** The gateway: the public endpoints, the operator's handlers on NATS, and the facts about accounts, guests and keys. */
export function createApp(parts: ServiceParts, config: Config): BuiltService {
  const { pool, clock, logger } = parts
  const plans = readPlans(config.PLANS_FILE)
  const callsPerDay = callsPerDayOf(plans)
  const admissionPool = createAdmissionPool(config.DATABASE_URL, config.ADMISSION_TIMEOUT_MS, (error) =>
    logger.warn({ err: error }, 'idle admission connection lost'),
  )
  const minuteStore = createAgentMinuteStore(admissionPool)
  const guests = createGuestParts(parts, config, minuteStore)
  const grants = createGrantStore(pool)
  const doors = createDoors(parts, config, {
    admissionPool,
    callsPerDay,
    minuteStore,
    grants,
    useGuestKey: guests.useKey,
  })
  const database = createDatabase(pool)
  const accounts = createAccountStore(database, { callsPerDay })
  const audits = createAuditStore(pool)
  const collects = createCollectStore(pool, plans)
  const service = mountService('gateway', parts, {
    handlers: {
      ...accountHandlers({ accounts, end: createAccountEnd(pool), plans }),
      ...accountRecordHandlers({ accounts, plans, usage: createUsageStore(pool), audits }),
      ...keyHandlers({ keys: createKeyStore(database), seeds: createSeedStore(pool) }),
      ...grantHandlers({ grants }),
      ...collectHandlers({ collects }),
      ...guests.handlers,
    },
    hears: {
      ...mailEffects(config, logger),
      'gateway.subscriptions': followPayments(accounts),
      'gateway.team': noteTeam({ note: audits.note, forgetCodes: grants.forgetCodes }),
    },
    countOnce: createUsedCalls(pool),
    background: [guests.startUpkeep(), startCollectUpkeep(collects, logger)],
    server: () => createPublicServer(createPublicApp(doors, { clock, publicUrl: config.PUBLIC_URL }), clock),
  })
  return { ...service, drain: () => service.drain().then(() => admissionPool.end()) }
}

function callsPerDayOf(plans: PlanTable): Record<string, number> {
  return Object.fromEntries(
    Object.entries(plans).flatMap(([name, { callsPerDay }]) => (callsPerDay === null ? [] : [[name, callsPerDay]])),
  )
}
