import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import { type BuiltService, builtServices } from '@rts/shared/contract/services'
import { demand } from '../../harness/calls.ts'
import { phases } from './jobs/job.ts'
import type { Fault } from './play.ts'
import type { World } from './world.ts'

const awayMs = 10_000
/** Longer than the fifteen seconds after which a silent broker counts as away. */
const silentBrokerMs = 20_000
const silentPostgresMs = 8_000
const backMs = 60_000

/** Programs ended, restarted or halted under all services; supervisors start them again. */
export const serverFaults: readonly Fault[] = [
  ...phases.flatMap((phase) =>
    builtServices.map(
      (service): Fault => ({
        name: `kill ${service}, jobs ${phase}`,
        phase,
        harm: (world) => killService(world, service),
      }),
    ),
  ),
  { name: 'postgres: a backend is killed', harm: killBackend },
  { name: 'postgres: the server is killed', harm: (world) => endPostgres(world, 'SIGKILL') },
  { name: 'postgres: it is restarted', harm: (world) => endPostgres(world, 'SIGINT') },
  {
    name: `postgres: silent for ${silentPostgresMs / 1_000} s`,
    harm: (world) => halt(world.postgresPids(), silentPostgresMs),
  },
  { name: `nats: away for ${awayMs / 1_000} s`, harm: (world) => leave(world, awayMs) },
  { name: 'nats: it is restarted', harm: (world) => leave(world, 0) },
  {
    name: `nats: silent for ${silentBrokerMs / 1_000} s`,
    harm: ({ broker }) => halt([broker.pid()], silentBrokerMs),
  },
]

async function killService(world: World, service: BuiltService): Promise<number> {
  const pid = world.pidOf(service)
  demand(pid !== undefined, `${service} does not run`)
  process.kill(pid, 'SIGKILL')
  const endedAt = performance.now()
  await until(`${service} to end`, () => world.pidOf(service) !== pid, backMs)
  return endedAt
}

/** All other backends end with it, because shared memory may be damaged. */
async function killBackend({ rows }: World): Promise<void> {
  const sql = `SELECT pid FROM pg_stat_activity WHERE datname = 'projects' AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`
  const [found] = await rows('projects', sql)
  process.kill(Number(found?.pid), 'SIGKILL')
}

async function endPostgres({ postgresPids }: World, signal: NodeJS.Signals): Promise<number> {
  const [server = 0] = postgresPids()
  process.kill(server, signal)
  const endedAt = performance.now()
  const isBack = () => {
    const [now = 0] = postgresPids()
    return now > 0 && now !== server
  }
  await until('Postgres to be back', isBack, backMs)
  return endedAt
}

async function leave({ broker }: World, ms: number): Promise<void> {
  await broker.stop()
  await delay(ms)
  await broker.start()
}

async function halt(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await delay(ms)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
}
