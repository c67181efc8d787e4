import { PrismaPg } from '@prisma/adapter-pg'
import type { Database } from '@rts/shared/service/transaction'
import { PrismaClient } from './generated/client.ts'

/** Prisma handles plain records; locks, claims and counts are SQL on the same pool. */
export type Records = PrismaClient

export function createRecords(db: Database): Records {
  return new PrismaClient({ adapter: new PrismaPg(db) })
}
