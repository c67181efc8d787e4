import { z } from 'zod'
import { commonVariables } from '../common-variables.ts'
import { readConfig } from '../config.ts'
import type { DatabaseService, ServiceName } from '../contract/services.ts'
import { createLogger } from '../logger.ts'
import { migrateDatabase } from './migrations.ts'
import { type BuildService, runService, type ServiceConfig } from './run-service.ts'

/** The main program of a service: reads its variables, starts it, and stops it on a signal. */
export async function runMain<C extends ServiceConfig>(
  service: ServiceName,
  schema: z.ZodType<C>,
  build: BuildService<C>,
  host: NodeJS.Process,
): Promise<void> {
  const { port, adminPort, stop } = await runService(service, readConfig(schema, host.env), build)
  // `disconnect`: the runner that started it has ended.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    host.once(signal, () => void stop().then(() => host.exit(0)))
  host.send?.({ ready: true, port, adminPort })
}

/** The program that applies the migrations in `folder` to a service's database. */
export async function runMigrations(service: DatabaseService, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { DATABASE_URL, LOG_LEVEL } = commonVariables
  const config = readConfig(z.object({ DATABASE_URL, LOG_LEVEL }), env)
  const applied = await migrateDatabase(config.DATABASE_URL, folder)
  createLogger(service, config.LOG_LEVEL).info({ applied }, 'database is up to date')
}
