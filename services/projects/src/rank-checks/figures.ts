import { createGauge, createGauges } from '@rts/shared/service/gauge'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { countDue, countMonthsAhead, maxDue } from './figures.sql.ts'
import { countRowsOutside } from './months.ts'
import { countFound } from './orphans.sql.ts'
import { countUnstored, maxCounted } from './unstored.sql.ts'

/** Shows, over all replicas, how long the queue of results pages is, and what of their history waits or is wrong. */
export function showFigures({ registry, pool, clock }: Pick<ServiceParts, 'registry' | 'pool' | 'clock'>): void {
  createGauges(
    registry,
    {
      projects_due_pages: `Results pages that are due, at most ${maxDue} in each of five parts of the queue`,
      projects_oldest_due_seconds: 'Since when the oldest of them is due; 0 without any',
    },
    () => countDue(pool, clock.now()),
  )
  createGauge(registry, {
    name: 'projects_months_ahead',
    help: 'Coming months for which every table of history has a partition',
    count: () => countMonthsAhead(pool, clock.now()),
  })
  createGauge(registry, {
    name: 'projects_rows_outside_months',
    help: 'Rows of history in no month of their own, at most 1,000 of a table: 0 unless something is wrong',
    count: () => countRowsOutside(pool),
  })
  createGauge(registry, {
    name: 'projects_unstored_checks',
    help: `Checks that the database refuses to store, at most ${maxCounted}`,
    count: () => countUnstored(pool),
  })
  createGauge(registry, {
    name: 'projects_orphans',
    help: 'Keys of history without an owner that the last daily search found and deleted: 0 unless something is wrong',
    count: () => countFound(pool),
  })
}
