import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { commonVariables } from '../common-variables.ts'
import { readConfig } from '../config.ts'
import type { DatabaseService, ServiceName } from '../contract/services.ts'
import { createLogger } from '../logger.ts'
import { migrateStage } from './migrations.ts'
import { type BuildService, runService, runWork, type ServiceConfig } from './run-service.ts'
import { startWorkThread } from './work-thread.ts'

/** The main program of a service: reads its variables, starts it, and stops it on a signal. Its work thread runs the same program. */
export async function runMain<C extends ServiceConfig>(
  service: ServiceName,
  schema: z.ZodType<C>,
  build: BuildService<C>,
  host: NodeJS.Process,
  { hasWorkThread = false } = {},
): Promise<void> {
  const config = readConfig(schema, host.env)
  if (parentPort) return runWork(service, config, build, parentPort)
  const thread = hasWorkThread ? await startWorkThread(host.argv[1] ?? '') : null
  const { port, adminPort, stop } = await runService(service, config, build, thread)
  // `disconnect`: the runner that started it has ended.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    host.once(signal, () => void stop().then(() => host.exit(0)))
  host.send?.({ ready: true, port, adminPort })
}

/**
 * The program that applies the migrations of a service to its database: those that its release needs, or, called with `after`, those
 * that remove what only the release before needed.
 */
export async function runMigrations(service: DatabaseService, { env, argv }: NodeJS.Process): Promise<void> {
  const { DATABASE_URL, LOG_LEVEL } = commonVariables
  const config = readConfig(z.object({ DATABASE_URL, LOG_LEVEL }), env)
  const stage = z.enum(['before', 'after']).default('before').parse(argv[2])
  const applied = await migrateStage(config.DATABASE_URL, service, stage)
  createLogger(service, config.LOG_LEVEL).info({ applied, stage }, 'database is up to date')
}
