import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { PrismaClient } from '../generated/client.ts'

/** One pool: Prisma for ordinary records, pg for rows that are locked, claimed or counted. */
export type Database = { pool: Pool; prisma: PrismaClient }

export function createDatabase(pool: Pool): Database {
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) }
}
