import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import { setClock } from './clock.ts'
import { everyJob, playOn } from './play.ts'
import type { Seen } from './report.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000
/** A clock is read again within a second. */
const readMs = 1_500
const midnightMs = 180_000
/** After a day a check and an answer are made again, and rightly; the page of an order lives for a day. */
const ofOneDay = new Set(['results page', 'AI run', 'payment', 'notice of a payment'])

/** The faults of the clock, by name. */
export const clockPlays: Readonly<Record<string, (world: World) => Promise<Seen>>> = {
  'midnight UTC under load': passMidnight,
  'clock: a day forwards': (world) => step(world, dayMs, (job) => !ofOneDay.has(job)),
  'clock: an hour forwards': (world) => step(world, hourMs),
  'clock: an hour backwards': (world) => step(world, -hourMs),
}

/** Sets the clock of all programs while jobs are in flight. */
function step(world: World, ms: number, suits: (job: string) => boolean = () => true): Promise<Seen> {
  return playOn(world, {
    jobs: everyJob.filter(({ job }) => suits(job.name)),
    harm: async () => {
      setClock(ms)
      await delay(readMs)
      return performance.now()
    },
  })
}

/** A UTC day ends under load: counts and costs stay with the day of their call. */
async function passMidnight(world: World): Promise<Seen> {
  const before = await dayOf(world)
  const seen = await playOn(world, {
    jobs: everyJob,
    harm: async () => {
      await until('midnight', async () => (await dayOf(world)) !== before, midnightMs, 200)
      return performance.now()
    },
  })
  const days = await world.rows('gateway', 'SELECT DISTINCT day::text FROM allowance_day')
  const problems = days.length === 2 ? [] : [`calls of ${days.length} days, not two`]
  return { ...seen, lost: [...seen.lost, ...problems] }
}

async function dayOf(world: World): Promise<unknown> {
  const [row] = await world.rows('gateway', `SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text AS day`)
  return row?.day
}
