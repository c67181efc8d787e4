import { setTimeout as delay } from 'node:timers/promises'
import type { Finding, Job, Phase, Running } from './jobs/job.ts'
import { startLoad } from './load.ts'
import type { Seen } from './report.ts'
import type { World } from './world.ts'

export type Fault = { name: string; play(world: World): Promise<Seen> }
type Plan = {
  jobs: readonly { job: Job; phase: Phase }[]
  /** Makes the fault and ends it. */
  harm(): Promise<void>
}
type Started = { name: string; running: Running }

/** The calls that start the jobs are answered within this time. */
const calledMs = 200
const settledMs = 60_000

/** Plays a fault under load with jobs in flight, waits until all is well again, and compares what is there with what was promised. */
export async function playOn(world: World, { jobs, harm }: Plan): Promise<Seen> {
  const load = await startLoad(world)
  const begun: Started[] = []
  const gate = Promise.withResolvers<void>()
  try {
    for (const { job, phase } of jobs) {
      const go = phase === 'called' ? gate.promise : Promise.resolve()
      if (job.phases.includes(phase)) begun.push({ name: job.name, running: await job.begin(world, phase, go) })
    }
    gate.resolve()
    // Calls under way are met anywhere on their way.
    if (jobs.some(({ phase }) => phase === 'called')) await delay(Math.random() * calledMs)
    await harm()
  } finally {
    for (const { running } of begun) await running.release()
  }
  const readyS = await world.readyAfter(performance.now())
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
