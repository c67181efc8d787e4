import type { Database } from '@rts/shared/service/transaction'
import { time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const horizon = query(
  { at: time },
  `SELECT least(statement_timestamp(), (
  SELECT min(xact_start) FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database())) AS at`,
  'list.horizon',
)

/**
 * The time from which on rows may still come to light: now, or when the oldest open transaction that has written began. A transaction
 * takes its id before it notes the time of an update, so one that has no id yet will note a later time.
 */
export async function readHorizon(db: Database): Promise<Date> {
  return (await horizon.require(db)).at
}
