import { events } from '@rts/shared/contract/events'
import { type PlanTable, planNames, requestsPerMinute } from '@rts/shared/plans'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Config } from '../config.ts'
import { createAdmissionStore } from './admissions.sql.ts'
import { deleteIdleMinutes } from './agent-minutes.sql.ts'
import { createAgentMinutes } from './agent-minutes.ts'
import { createAdmissionPool } from './pool.ts'
import { type AdmissionQueueOptions, createAdmissionQueue } from './queue.ts'
import { strikeLimit } from './rules/limits.ts'

export type { AdmissionStore, Door, Effect } from './admissions.sql.ts'
export { type AgentMinuteKind, minuteOfKey } from './agent-minutes.sql.ts'
export type { AgentMinutes } from './agent-minutes.ts'
export type { Admission, AdmissionQueue, KeyState } from './queue.ts'
export {
  type Allowance,
  agentMinuteLimits,
  allowanceOf,
  emptyAllowance,
  secondsToReset,
  strikeLimit,
} from './rules/limits.ts'

type AdmissionParts = Pick<ServiceParts, 'logger'> & Pick<AdmissionQueueOptions, 'onBatch'>

export function createAdmission({ logger, onBatch }: AdmissionParts, config: Config, plans: PlanTable) {
  const patienceMs = config.ADMISSION_TIMEOUT_MS
  const database = createAdmissionPool(config.DATABASE_URL, patienceMs, (error) =>
    logger.warn({ err: error }, 'idle admission connection lost'),
  )
  const noticeConsumers = events['key.revoked'].consumers
  const callsPerDay = Object.fromEntries(planNames.map((name) => [name, plans[name].callsPerDay ?? 0]))
  const store = createAdmissionStore(database, { callsPerDay, strikeLimit, requestsPerMinute, noticeConsumers })
  let swept = ''
  return {
    store,
    queue: createAdmissionQueue(store, { patienceMs, onBatch }),
    minutes: createAgentMinutes(database, { patienceMs }),
    async deleteIdleMinutes() {
      swept = await deleteIdleMinutes(database, swept)
    },
    end: () => database.end(),
  }
}
export type AdmissionSystem = ReturnType<typeof createAdmission>
