import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '@rts/local/nats-server'
import { everyJob, type Fault, playOn } from './play.ts'
import type { World } from './world.ts'

const awayMs = 10_000
/** Longer than the fifteen seconds after which a silent broker counts as away. */
const silentMs = 20_000

/** The broker away and silent under all services. */
export const brokerFaults: readonly Fault[] = [
  {
    name: `nats: away for ${awayMs / 1_000} s`,
    play: (world) => playOn(world, { jobs: everyJob, harm: () => beAway(world, awayMs) }),
  },
  {
    name: 'nats: it is restarted',
    play: (world) => playOn(world, { jobs: everyJob, harm: () => beAway(world, 0) }),
  },
  {
    name: `nats: silent for ${silentMs / 1_000} s`,
    cannot: () => (findProgram('nats-server') ? null : 'no nats-server is installed to be halted'),
    play: (world) => playOn(world, { jobs: everyJob, harm: () => halt(world) }),
  },
]

async function beAway({ broker }: World, ms: number): Promise<number> {
  await broker.stop()
  await delay(ms)
  await broker.start()
  return performance.now()
}

async function halt({ broker }: World): Promise<number> {
  const pid = broker.pid()
  if (pid === null) throw new Error('the built-in broker cannot be halted')
  process.kill(pid, 'SIGSTOP')
  await delay(silentMs)
  process.kill(pid, 'SIGCONT')
  return performance.now()
}
