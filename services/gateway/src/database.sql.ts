import { PrismaPg } from '@prisma/adapter-pg'
import type { Database } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'
import { PrismaClient } from './generated/client.ts'

/** Prisma reads and writes ordinary records; rows that are locked, claimed or counted are for SQL, over the same pool. */
export type Records = PrismaClient

export function createRecords(db: Database): Records {
  return new PrismaClient({ adapter: new PrismaPg(db) })
}

/** An hour is longer than a signature is accepted, however the clocks differ. */
const signatureInsert = statement(
  `WITH forgotten AS (DELETE FROM used_call WHERE used_at < now() - interval '1 hour')
   INSERT INTO used_call (signature) VALUES ($1) ON CONFLICT DO NOTHING`,
)

/** Stores the signature of a call that counts once, exact over replicas and restarts; false for one that is known. */
export async function insertUsedCall(db: Database, signature: Buffer): Promise<boolean> {
  return (await signatureInsert.run(db, [signature])) === 1
}
