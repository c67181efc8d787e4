import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseService } from '../contract/services.ts'
import { isDatabaseLoss } from './database-errors.ts'
import { migrationsOf } from './migration-files.ts'
import { hasMigrations } from './migrations.ts'
import type { ServiceParts } from './run-service.ts'

const retryMs = 1_000

/** For a service that writes before its first call: runs `task` once the database has this release's migrations, again if it was lost meanwhile. */
export async function awaitDatabase(
  service: DatabaseService,
  { pool, logger }: Pick<ServiceParts, 'pool' | 'logger'>,
  task: () => Promise<void>,
): Promise<void> {
  const migrations = migrationsOf(service)
  const isThere = () => hasMigrations(pool, migrations).catch(() => false)
  for (;;) {
    try {
      if (await isThere()) return await task()
      logger.warn('the start waits for the database')
    } catch (error) {
      if (!isDatabaseLoss(error)) throw error
    }
    await delay(retryMs)
  }
}
