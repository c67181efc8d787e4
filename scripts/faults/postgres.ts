import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import { everyJob, type Fault, playOn } from './play.ts'
import type { World } from './world.ts'

const silentMs = 8_000
const restartMs = 60_000

const harms: readonly [name: string, harm: (world: World) => Promise<number>][] = [
  ['postgres: a backend is killed', killBackend],
  ['postgres: the server is killed', (world) => end(world, 'SIGKILL')],
  ['postgres: it is restarted', (world) => end(world, 'SIGINT')],
  [`postgres: silent for ${silentMs / 1_000} s`, halt],
]

/** The database server ended or halted under all services; its supervisor starts it again. */
export const postgresFaults: readonly Fault[] = harms.map(([name, harm]) => ({
  name,
  play: (world) => playOn(world, { jobs: everyJob, harm: () => harm(world) }),
}))

/** All other backends end with it, because shared memory may be damaged. */
async function killBackend(world: World): Promise<number> {
  const sql = `SELECT pid FROM pg_stat_activity WHERE datname = 'projects' AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`
  const [found] = await world.rows('projects', sql)
  process.kill(Number(found?.pid), 'SIGKILL')
  return performance.now()
}

async function end(world: World, signal: NodeJS.Signals): Promise<number> {
  const [server = 0] = world.postgresPids()
  process.kill(server, signal)
  const endedAt = performance.now()
  const isBack = () => {
    const [now = 0] = world.postgresPids()
    return now > 0 && now !== server
  }
  await until('Postgres to be back', isBack, restartMs)
  return endedAt
}

async function halt(world: World): Promise<number> {
  const pids = world.postgresPids()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await delay(silentMs)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  return performance.now()
}
