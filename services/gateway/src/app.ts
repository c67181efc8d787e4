import { type PlanTable, readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { accountHandlers } from './accounts/account-handlers.ts'
import { createAuditStore } from './accounts/audit.sql.ts'
import { createAccountStore } from './accounts/changes.ts'
import { createAccountEnd } from './accounts/closing.ts'
import { accountRecordHandlers } from './accounts/records.ts'
import { followPayments } from './accounts/subscriptions.ts'
import { createUsageStore } from './accounts/usage.sql.ts'
import { createAgentMinuteStore } from './admission/agent-minutes.sql.ts'
import { createAdmissionPool } from './admission/pool.ts'
import { createCollectStore } from './collects/collects.sql.ts'
import { collectHandlers } from './collects/collects.ts'
import { startCollectUpkeep } from './collects/upkeep.ts'
import type { Config } from './config.ts'
import { createDoors } from './doors.ts'
import { createGrantStore } from './grants/codes.ts'
import { grantHandlers } from './grants/consents.ts'
import { noteTeam } from './grants/team.ts'
import { createGuestParts } from './guests/guests.ts'
import { createPublicApp } from './http/routes.ts'
import { createPublicServer } from './http/server.ts'
import { createDatabase } from './keys/database.ts'
import { keyHandlers } from './keys/key-handlers.ts'
import { createKeyStore } from './keys/keys.sql.ts'
import { createSeedStore } from './keys/seeds.sql.ts'
import { mailEffects } from './letters/letters.ts'
import { createUsedCalls } from './used-calls.sql.ts'

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
