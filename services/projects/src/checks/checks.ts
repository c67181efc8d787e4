import type { ServiceParts } from '@rts/shared/service/run-service'
import { createSpend, type Spend } from '@rts/shared/spend/spend'
import type { SerpConfig } from './config.ts'

export { createOutcomes } from './outcomes.ts'
export { serpArea, serpProbes } from './probes.ts'
export { createPagePrice, createSerpQueue, createSerpSource } from './providers/chain.ts'
export type { SerpQueue, SerpSource } from './providers/serp.ts'
export { countUnstored, maxCounted } from './unstored.sql.ts'
export { createUnstoredChecks } from './unstored.ts'
export { startRankWorker } from './worker.ts'

export function serpSpend(
  { pool, clock }: Pick<ServiceParts, 'pool' | 'clock'>,
  {
    SERP_DAILY_BUDGET_USD: budgetUsd,
    SERP_ACCOUNT_SHARE: share,
  }: Pick<SerpConfig, 'SERP_DAILY_BUDGET_USD' | 'SERP_ACCOUNT_SHARE'>,
): Spend {
  return createSpend({ pool, clock, capability: 'serp', budgetUsd, shareUsd: budgetUsd && budgetUsd * share })
}
