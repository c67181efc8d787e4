import { until } from '@rts/local/testing/until'
import { cannotSetClock } from './clock.ts'
import { jobs } from './jobs/jobs.ts'
import { type OwnFault, playOn } from './play.ts'
import { withClock } from './steps.ts'
import type { World } from './world.ts'

const dayMs = 86_400_000
/** The start of a system, and its jobs, before the day ends. */
const beforeMs = 45_000
const overMs = 120_000

/** A UTC day that ends under load: counts and costs stay with the day of their call. */
export const midnightFaults: readonly OwnFault[] = [
  {
    name: 'midnight UTC under load',
    cannot: cannotSetClock,
    play: () =>
      withClock(dayMs - (Date.now() % dayMs) - beforeMs, async (world) => {
        const before = await dayOf(world)
        const seen = await playOn(world, {
          jobs: jobs.map((job) => ({ job, phase: job.phases.includes('asked') ? 'asked' : 'called' })),
          harm: async () => {
            await until('midnight', async () => (await dayOf(world)) !== before, overMs, 200)
            return performance.now()
          },
        })
        const days = await world.rows('gateway', 'SELECT DISTINCT day::text FROM allowance_day')
        const isSplit = days.length === 2
        return { ...seen, lost: [...seen.lost, ...(isSplit ? [] : [`calls of ${days.length} days, not two`])] }
      }),
  },
]

async function dayOf(world: World): Promise<unknown> {
  const [row] = await world.rows('gateway', `SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text AS day`)
  return row?.day
}
