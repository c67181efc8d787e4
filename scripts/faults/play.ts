import { setTimeout as delay } from 'node:timers/promises'
import type { Finding, Job, Phase, Running } from './jobs/job.ts'
import { jobs } from './jobs/jobs.ts'
import { startLoad } from './load.ts'
import type { Seen } from './report.ts'
import type { World } from './world.ts'

export type Fault = {
  name: string
  /** Why it cannot be played here; null if it can. */
  cannot?(): string | null
  play(world: World): Promise<Seen>
}
/** A fault that needs a system of its own. */
export type OwnFault = Omit<Fault, 'play'> & { play(): Promise<Seen> }
type Plan = {
  jobs: readonly { job: Job; phase: Phase }[]
  /** Makes the fault; answers when it ended, by `performance.now()`. */
  harm(): Promise<number>
}
type Started = { name: string; running: Running }

/** The calls that start the jobs are answered within this time. */
const calledMs = 200
const settledMs = 60_000

/** Every job, asked of the outside where it asks something there, and else called. */
export const everyJob: Plan['jobs'] = jobs.map((job) => ({
  job,
  phase: job.phases.includes('asked') ? 'asked' : 'called',
}))

/** Plays a fault under load with jobs in flight, waits until all is well again, and compares what is there with what was promised. */
export async function playOn(world: World, { jobs: planned, harm }: Plan): Promise<Seen> {
  const load = await startLoad(world)
  const begun: Started[] = []
  const gate = Promise.withResolvers<void>()
  let endedAt: number
  try {
    for (const { job, phase } of planned) {
      const go = phase === 'called' ? gate.promise : Promise.resolve()
      if (job.phases.includes(phase)) begun.push({ name: job.name, running: await job.begin(world, phase, go) })
    }
    gate.resolve()
    // Calls under way are met anywhere on their way.
    if (planned.some(({ phase }) => phase === 'called')) await delay(Math.random() * calledMs)
    endedAt = await harm()
  } catch (error) {
    // The next fault begins on a system that is well.
    await world.readyAfter(0).catch(() => {})
    await load.stop()
    throw error
  } finally {
    for (const { running } of begun) await running.release()
  }
  const readyS = await world.readyAfter(endedAt)
  const outcome = await load.stop()
  const ends = await Promise.all(begun.map(endOf))
  const waiting = await waitingFacts(world)
  return {
    jobs: begun.map(({ name }) => name).join(', '),
    readyS,
    failed:
      outcome.failed === 0 ? `0 of ${outcome.calls}` : `${outcome.failed} of ${outcome.calls} (${outcome.byResult})`,
    lost: [...outcome.lost, ...ends.flatMap(({ lost }) => lost), ...waiting],
    doubled: [...outcome.doubled, ...ends.flatMap(({ doubled }) => doubled)],
  }
}

async function endOf({ name, running }: Started): Promise<Finding> {
  const begunAt = performance.now()
  const found = await running.end().catch((error: Error) => ({ lost: [`no end: ${error.message}`], doubled: [] }))
  process.stderr.write(`         ${name} ended after ${((performance.now() - begunAt) / 1_000).toFixed(0)} s\n`)
  const named = (each: string) => `${name}: ${each}`
  return { lost: found.lost.map(named), doubled: found.doubled.map(named) }
}

/** Facts that no consumer has got after a minute. */
async function waitingFacts(world: World): Promise<string[]> {
  const end = performance.now() + settledMs
  for (;;) {
    const counts = await Promise.all(
      world.databases.map(async (name) => {
        const [row] = await world.rows(name, 'SELECT count(*)::int AS n FROM facts.delivery WHERE done_at IS NULL')
        return Number(row?.n) > 0 ? [`${row?.n} facts of ${name} wait`] : []
      }),
    )
    if (counts.flat().length === 0 || performance.now() > end) return counts.flat()
    await delay(250)
  }
}
