import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { PrismaClient } from '../generated/client.ts'

/** What stores are built on: one pool, and Prisma over it for ordinary records. */
export type Stores = { pool: Pool; prisma: PrismaClient }

export function createStores(pool: Pool): Stores {
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) }) }
}
