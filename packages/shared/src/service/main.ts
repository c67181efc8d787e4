import { type MessagePort, parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { commonVariables } from '../common-variables.ts'
import { readConfig } from '../config.ts'
import { type DatabaseService, type ServiceName, services } from '../contract/services.ts'
import { createLogger } from '../logger.ts'
import { migrateStage } from './migrations.ts'
import { type BuildService, type RunningService, runService, runWork, type ServiceConfig } from './run-service.ts'
import { startWorkThread, type WorkThread } from './work-thread.ts'

export type ServiceProgram = {
  service: ServiceName
  start(env: NodeJS.ProcessEnv, thread: WorkThread | null): Promise<RunningService>
  /** In this thread; the main thread is at the other end of `port`. */
  work(env: NodeJS.ProcessEnv, port: MessagePort): Promise<void>
}

export function serviceProgram<C extends ServiceConfig>(
  service: ServiceName,
  schema: z.ZodType<C>,
  build: BuildService<C>,
): ServiceProgram {
  return {
    service,
    start: async (env, thread) => runService(service, readConfig(schema, env), build, thread),
    work: async (env, port) => runWork(service, readConfig(schema, env), build, port),
  }
}

/** Runs as a process until a signal. The work thread runs the same file. */
export async function runMain(program: ServiceProgram, host: NodeJS.Process): Promise<void> {
  if (parentPort) return program.work(host.env, parentPort)
  const thread = services[program.service].hasWorkThread ? startWorkThread(host.argv[1] ?? '', host.env) : null
  // As the first process of a container it would not end by itself while it starts.
  let stop = async () => {}
  stopOnSignal(host, () => stop())
  const { port, adminPort, ...running } = await program.start(host.env, thread)
  stop = running.stop
  host.send?.({ ready: true, port, adminPort })
}

/** Ends the process after `stop`; `disconnect`: the parent runner ended. */
export function stopOnSignal(host: NodeJS.Process, stop: () => Promise<unknown>): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    host.once(signal, () => void stop().then(() => host.exit(0)))
}

export async function runMigrations(service: DatabaseService, { env, argv }: NodeJS.Process): Promise<void> {
  const { DATABASE_URL, LOG_LEVEL } = commonVariables
  const config = readConfig(z.object({ DATABASE_URL, LOG_LEVEL }), env)
  const stage = z.enum(['before', 'after']).default('before').parse(argv[2])
  const applied = await migrateStage(config.DATABASE_URL, service, stage)
  createLogger(service, config.LOG_LEVEL).info({ applied, stage }, 'database is up to date')
}
