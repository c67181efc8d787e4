import type { Pool } from 'pg'
import type { Bucket } from './rules/buckets.ts'

export type AttemptStore = ReturnType<typeof createAttemptStore>

/** Limits of attempts, exact over replicas. */
export function createAttemptStore(pool: Pool) {
  return {
    /** Counts an attempt in all buckets, or in none: answers 0, or the milliseconds until all have room. `at` is for tests. */
    async admit(buckets: readonly Bucket[], at?: Date): Promise<number> {
      const { rows } = await pool.query<{ wait: number }>({
        name: 'admit-attempt',
        text: 'SELECT admit_attempt($1, $2, $3, $4) AS wait',
        values: [
          buckets.map(({ bucket }) => bucket),
          buckets.map(({ limit }) => limit),
          buckets.map(({ seconds }) => seconds),
          at ?? null,
        ],
      })
      return rows[0]?.wait ?? 0
    },

    /** Forgets all attempts in a bucket. */
    async clear({ bucket }: Bucket): Promise<void> {
      await pool.query('DELETE FROM attempt WHERE bucket = $1', [bucket])
    },

    /** Deletes buckets whose last attempt has left; answers how many. */
    async forgetIdle(): Promise<number> {
      const deleted = await pool.query(`DELETE FROM attempt WHERE idle_at < clock_timestamp()`)
      return deleted.rowCount ?? 0
    },
  }
}
