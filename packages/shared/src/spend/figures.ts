import { utcDay } from '../clock.ts'
import { createGauge } from '../service/gauge.ts'
import type { ServiceParts } from '../service/run-service.ts'
import { float } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import type { SpendLimits } from './spend.ts'

const spentOn = query(
  { usd: float },
  'SELECT coalesce(sum(usd), 0)::float8 AS usd FROM spend.total WHERE day = $1 AND capability = $2',
)

/** Shows what was paid on this UTC day for the capability of a service, and the most that may be. */
export function showSpend(
  { registry, pool, clock }: Pick<ServiceParts, 'registry' | 'pool' | 'clock'>,
  { capability, budgetUsd }: Omit<SpendLimits, 'shareUsd'>,
): void {
  createGauge(registry, {
    name: 'spend_usd',
    help: 'Paid to providers on this UTC day, in US dollars, over all replicas',
    count: async () => (await spentOn.require(pool, [utcDay(clock.now()), capability])).usd,
  })
  createGauge(registry, {
    name: 'spend_budget_usd',
    help: 'The most that may be paid on a UTC day; +Inf without a limit',
    count: async () => budgetUsd ?? Number.POSITIVE_INFINITY,
  })
}
