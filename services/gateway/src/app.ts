import { readPlans } from '@rts/shared/plans'
import { createSeal } from '@rts/shared/seal'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { createAccounts } from './accounts/accounts.ts'
import { createAdmission } from './admission/admission.ts'
import { showBackupAges } from './backups/backups.ts'
import { createCollects } from './collects/collects.ts'
import type { Config } from './config.ts'
import { createRecords, insertUsedCall } from './database.sql.ts'
import { createDoors, createUpstreams } from './doors.ts'
import { createGrants } from './grants/grants.ts'
import { createGuests, createSiteMover } from './guests/guests.ts'
import { createGatewayMetrics } from './http/common/metrics.ts'
import { createPublicApp } from './http/routes.ts'
import { createPublicServer } from './http/server.ts'
import { keyHandlers } from './keys/keys.ts'
import { letterEffects } from './letters/letters.ts'

export async function createApp(parts: ServiceParts, config: Config): Promise<BuiltService> {
  const { pool: database, clock, logger } = parts
  const plans = readPlans(config.PLANS_FILE)
  const upstreams = createUpstreams(clock, config)
  const { observe, onBatch } = createGatewayMetrics(parts.registry, Object.values(upstreams.services))
  showBackupAges(parts.registry, database)
  const admission = createAdmission({ logger, onBatch }, config, plans)
  const accounts = createAccounts({ database, records: createRecords(database), plans })
  const guests = createGuests({ pool: database, logger, sites: createSiteMover(parts), plans }, config)
  const seal = createSeal(config.SEAL_KEYS)
  const grants = createGrants({ database, call: createRpcClient(parts), plans, seal, logger })
  const collects = createCollects({ database, logger }, plans)
  const doors = createDoors({ ...parts, upstreams, observe, admission, grants, useGuestKey: guests.useKey }, config)
  const service = await mountService('gateway', parts, {
    handlers: {
      ...accounts.handlers,
      ...keyHandlers(database),
      ...grants.handlers,
      ...collects.handlers,
      ...guests.handlers,
    },
    hears: {
      ...letterEffects(config, seal, logger),
      'gateway.subscriptions': accounts.subscriptionChanged,
      'gateway.trash': accounts.trashChanged,
      'gateway.team': async (tx, fact) => {
        await accounts.teamChanged(tx, fact)
        await grants.teamChanged(tx, fact)
      },
    },
    countOnce: (signature) => insertUsedCall(database, signature),
    background: () => [guests.startEnding(admission.deleteIdleMinutes), collects.cleanUp(), grants.startEnding()],
    server: () => createPublicServer(createPublicApp(doors, { clock, publicUrl: config.PUBLIC_URL }), clock),
  })
  return { ...service, drain: () => service.drain().then(admission.end) }
}
