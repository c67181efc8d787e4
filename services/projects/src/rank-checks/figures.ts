import { createGauge, createGauges } from '@rts/shared/service/gauge'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { countDue, countMonthsAhead, mostDue } from './figures.sql.ts'

/** Shows how long the queue of results pages is, and whether the next month's history has its tables. */
export function showQueue({ registry, pool, clock }: Pick<ServiceParts, 'registry' | 'pool' | 'clock'>): void {
  createGauges(
    registry,
    {
      projects_due_pages: `Results pages that are due, over all replicas, at most ${mostDue} in each of five parts of the queue`,
      projects_oldest_due_seconds: 'Since when the oldest of them is due; 0 without any',
    },
    () => countDue(pool, clock.now()),
  )
  createGauge(registry, {
    name: 'projects_months_ahead',
    help: 'Coming months for which every table of history has a partition',
    count: () => countMonthsAhead(pool, clock.now()),
  })
}
