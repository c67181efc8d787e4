import type { Database } from '@rts/shared/service/transaction'
import { boolean } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const thin = query({ isMore: boolean }, 'SELECT ranks.thin_step($1, $2) AS "isMore"')
const sweepOldFailures = statement(
  `DELETE FROM ranks.failed_check WHERE (keyword_id, epoch, checked_at) IN (
    SELECT keyword_id, epoch, checked_at FROM ranks.failed_check WHERE checked_at < $1 LIMIT $2)`,
)

export function sweepFailures(db: Database, before: Date, max: number): Promise<number> {
  return sweepOldFailures.run(db, [before, max])
}

/** Deletes all but the last position of a day of so many keywords, of a month that ended before `until`. False if there is no more to do. */
export async function thinPositions(db: Database, until: Date, keywords: number): Promise<boolean> {
  return (await thin.require(db, [until, keywords])).isMore
}
