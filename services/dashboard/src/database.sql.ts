import { PrismaPg } from '@prisma/adapter-pg'
import type { Database } from '@rts/shared/service/transaction'
import { PrismaClient } from './generated/client.ts'

/** Prisma reads and writes ordinary records; rows that are locked, claimed or counted are for SQL, over the same pool. */
export type Records = PrismaClient

export function createRecords(db: Database): Records {
  return new PrismaClient({ adapter: new PrismaPg(db) })
}
