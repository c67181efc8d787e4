import { chmodSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { cannotSetClock, createClock } from './clock.ts'
import { jobs } from './jobs/jobs.ts'
import { type OwnFault, playOn } from './play.ts'
import { startWorld, type World } from './world.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000
/** A clock is read again within a second. */
const readMs = 1_500
/** The day of a check and of an answer is new after a day: those are made again, and rightly. An order's page lives for a day. */
const ofOneDay = new Set(['results page', 'AI run', 'payment', 'notice of a payment'])

/** All clocks set while jobs are in flight: a day forwards, and an hour backwards. */
export const clockFaults: readonly OwnFault[] = [
  stepOf('clock: a day forwards', dayMs, (name) => !ofOneDay.has(name)),
  stepOf('clock: an hour forwards', hourMs, () => true),
  stepOf('clock: an hour backwards', -hourMs, () => true),
]

function stepOf(name: string, ms: number, suits: (job: string) => boolean): OwnFault {
  return {
    name,
    cannot: cannotSetClock,
    play: () =>
      withClock(0, (world, clock) =>
        playOn(world, {
          jobs: jobs
            .filter((job) => suits(job.name))
            .map((job) => ({ job, phase: job.phases.includes('asked') ? 'asked' : 'called' })),
          harm: async () => {
            clock.set(ms)
            await delay(readMs)
            return performance.now()
          },
        }),
      ),
  }
}

/** A system of its own whose clocks are ahead of this machine's. */
export async function withClock<T>(
  aheadMs: number,
  play: (world: World, clock: ReturnType<typeof createClock>) => Promise<T>,
): Promise<T> {
  const clock = createClock(aheadMs)
  // The database's user reads it too.
  chmodSync(clock.folder, 0o755)
  try {
    const world = await startWorld({ env: clock.services, databaseEnv: clock.database })
    return await play(world, clock).finally(world.stop)
  } finally {
    rmSync(clock.folder, { recursive: true, force: true })
  }
}
