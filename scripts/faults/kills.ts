import { until } from '@rts/local/testing/until'
import { type BuiltService, builtServices } from '@rts/shared/contract/services'
import { phases } from './jobs/job.ts'
import { jobs } from './jobs/jobs.ts'
import { type Fault, playOn } from './play.ts'
import type { World } from './world.ts'

const pidMs = 30_000

/** Each service ended at once, while every job that has the phase is in it. */
export const kills: readonly Fault[] = phases.flatMap((phase) =>
  builtServices.map((service) => ({
    name: `kill ${service}, jobs ${phase}`,
    play: (world) => playOn(world, { jobs: jobs.map((job) => ({ job, phase })), harm: () => kill(world, service) }),
  })),
)

async function kill(world: World, service: BuiltService): Promise<number> {
  const pid = world.pidOf(service)
  world.kill(service)
  const endedAt = performance.now()
  await until(`${service} to end`, () => world.pidOf(service) !== pid, pidMs)
  return endedAt
}
