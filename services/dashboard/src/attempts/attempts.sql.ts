import type { Database } from '@rts/shared/service/transaction'
import { int } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import type { Bucket } from './rules/buckets.ts'

const admission = query({ wait: int }, 'SELECT admit_attempt($1, $2, $3, $4) AS wait', 'admit-attempt')
const idleBuckets = statement('DELETE FROM attempt WHERE idle_at < statement_timestamp()')

/**
 * Counts an attempt in all buckets, or in none, exactly over replicas: answers 0, or the milliseconds until all have room. `at` is
 * for tests.
 */
export async function countAttempt(db: Database, buckets: readonly Bucket[], at?: Date): Promise<number> {
  const names = buckets.map(({ bucket }) => bucket)
  const limits = buckets.map(({ limit }) => limit)
  const seconds = buckets.map(({ seconds }) => seconds)
  return (await admission.first(db, [names, limits, seconds, at ?? null]))?.wait ?? 0
}

export async function clearAttempts(records: Records, { bucket }: Bucket): Promise<void> {
  await records.attempt.deleteMany({ where: { bucket } })
}

export function deleteIdleAttempts(db: Database): Promise<number> {
  return idleBuckets.run(db)
}
