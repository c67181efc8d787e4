import { activeConsumers } from '../contract/events.ts'
import { createGauges } from '../service/gauge.ts'
import type { ServiceParts } from '../service/run-service.ts'
import { float, int } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import { stuckAfterTries } from './deliveries.ts'

const max = 1_000

const waiting = { facts_waiting: int, facts_stuck: int, facts_oldest_seconds: float }
// The index of what is not done, a part of each consumer's line: never the table.
const waitingOf = query(
  waiting,
  `SELECT count(*)::int AS facts_waiting, count(*) FILTER (WHERE d.tries >= ${stuckAfterTries})::int AS facts_stuck,
     coalesce(extract(epoch FROM clock_timestamp() - min(e.created_at)), 0)::float8 AS facts_oldest_seconds
   FROM unnest($1::text[]) AS c (name)
   CROSS JOIN LATERAL (SELECT event_id, tries FROM facts.delivery
     WHERE consumer = c.name AND done_at IS NULL ORDER BY next_at LIMIT ${max}) d
   JOIN facts.event e ON e.id = d.event_id`,
)

export function showWaitingFacts({
  registry,
  pool,
  disabledServices,
}: Pick<ServiceParts, 'registry' | 'pool' | 'disabledServices'>): void {
  createGauges(
    registry,
    {
      facts_waiting: `Facts and letters that are not delivered yet, at most ${max} for each consumer`,
      facts_stuck: `Those of them that failed ${stuckAfterTries} times or more`,
      facts_oldest_seconds: 'The age of the oldest of them; 0 without any',
    },
    () => waitingOf.require(pool, [activeConsumers(disabledServices)]),
  )
}
