import { until } from '@rts/local/testing/until'
import { type BuiltService, builtServices } from '@rts/shared/contract/services'
import { type Phase, phases } from './jobs/job.ts'
import { jobs } from './jobs/jobs.ts'
import { type Fault, playOn } from './play.ts'

const pidMs = 30_000

/** Each service ended at once, while every job that has the phase is in it. */
export const kills: readonly Fault[] = phases.flatMap((phase) =>
  builtServices.map((service) => ({
    name: `kill ${service}, jobs ${phase}`,
    play: (world) => playOn(world, { jobs: jobs.map((job) => ({ job, phase })), harm: () => kill(world, service) }),
  })),
)

async function kill(world: Parameters<Fault['play']>[0], service: BuiltService): Promise<void> {
  const pid = world.pidOf(service)
  world.kill(service)
  await until(`${service} to end`, () => world.pidOf(service) !== pid, pidMs)
}

export type { Phase }
