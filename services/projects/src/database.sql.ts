import { PrismaPg } from '@prisma/adapter-pg'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { PrismaClient } from './generated/client.ts'

/** One pool: Prisma for ordinary records, pg for rows that are locked, claimed or counted. */
export type Database = { pool: Pool; prisma: PrismaClient }

export function createDatabase(pool: Pool): Database {
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) }
}

/** Runs a transaction, again at most twice if the database ended it to break a deadlock. */
export async function transact<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, work)
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
      if (!isDeadlock || attempt === 3) throw error
    }
  }
}
