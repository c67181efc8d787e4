import type { Database } from '@rts/shared/service/transaction'

/** Longer than a signature is accepted, however the clocks differ. */
const keptFor = '1 hour'

/** Stores the signature of a call that counts once, exact over replicas and restarts; false for one that is known. */
export async function insertUsedCall(db: Database, signature: Buffer): Promise<boolean> {
  const noted = await db.query(
    `WITH forgotten AS (DELETE FROM used_call WHERE used_at < now() - interval '${keptFor}')
     INSERT INTO used_call (signature) VALUES ($1) ON CONFLICT DO NOTHING`,
    [signature],
  )
  return noted.rowCount === 1
}
