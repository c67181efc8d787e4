import { setTimeout as delay } from 'node:timers/promises'
import type { Finding, Job, Phase, Running } from './jobs/job.ts'
import { jobs } from './jobs/jobs.ts'
import { startLoad } from './load.ts'
import type { Seen } from './report.ts'
import type { World } from './world.ts'

export type Fault = {
  name: string
  /** Why it cannot be made here; null if it can. */
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
export async function playOn(world: World, plan: Plan): Promise<Seen> {
  const load = await startLoad(world)
  const begun: Started[] = []
  let endedAt: number
  try {
    await beginJobs(world, plan, begun)
    endedAt = await plan.harm()
  } catch (error) {
    await releaseAll(begun)
    // The next fault begins on a system that is well.
    await world.readyAfter(0).catch(() => {})
    await load.stop()
    throw error
  }
  await releaseAll(begun)
  const readyS = await world.readyAfter(endedAt)
  const { calls, failed, byResult, lost, doubled } = await load.stop()
  const ends = await Promise.all(begun.map(endOf))
  const left = [...(await settled(() => waitingFacts(world))), ...(await settled(() => orphansOf(world)))]
  return {
    jobs: begun.map(({ name }) => name).join(', '),
    readyS,
    failed: failed === 0 ? `0 of ${calls}` : `${failed} of ${calls} (${byResult})`,
    lost: [...lost, ...ends.flatMap((end) => end.lost), ...left],
    doubled: [...doubled, ...ends.flatMap((end) => end.doubled)],
  }
}

/** Brings each job to its phase, one after the other; those that are only called are called together, at the end. */
async function beginJobs(world: World, { jobs: planned }: Plan, begun: Started[]): Promise<void> {
  const gate = Promise.withResolvers<void>()
  for (const { job, phase } of planned) {
    const go = phase === 'called' ? gate.promise : Promise.resolve()
    if (job.phases.includes(phase)) begun.push({ name: job.name, running: await job.begin(world, phase, go) })
  }
  gate.resolve()
  // Calls under way are met anywhere on their way.
  if (planned.some(({ phase }) => phase === 'called')) await delay(Math.random() * calledMs)
}

async function releaseAll(begun: readonly Started[]): Promise<void> {
  for (const { running } of begun) await running.release()
}

async function endOf({ name, running }: Started): Promise<Finding> {
  const begunAt = performance.now()
  const found = await running.end().catch((error: Error) => ({ lost: [`no end: ${error.message}`], doubled: [] }))
  process.stderr.write(`         ${name} ended after ${((performance.now() - begunAt) / 1_000).toFixed(0)} s\n`)
  const named = (each: string) => `${name}: ${each}`
  return { lost: found.lost.map(named), doubled: found.doubled.map(named) }
}

/** Looks until nothing is off any more, for a minute at most; answers what still is. */
async function settled(look: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + settledMs
  for (;;) {
    const found = await look()
    if (found.length === 0 || performance.now() > end) return found
    await delay(250)
  }
}

/** Facts that no consumer has got. */
async function waitingFacts({ rows, databases }: World): Promise<string[]> {
  const found = databases.map(async (name) => {
    const [row] = await rows(name, 'SELECT count(*)::int AS n FROM facts.delivery WHERE done_at IS NULL')
    return Number(row?.n) > 0 ? [`${row?.n} facts of ${name} wait`] : []
  })
  return (await Promise.all(found)).flat()
}

const orphans = `SELECT
  (SELECT count(*)::int FROM ranks.rank r WHERE NOT EXISTS (SELECT FROM keyword k WHERE k.seq = r.keyword)
    OR NOT EXISTS (SELECT FROM tracked_domain d WHERE d.seq = r.domain)) AS positions,
  (SELECT count(*)::int FROM ranks.page p WHERE NOT EXISTS (SELECT FROM page_target t WHERE t.seq = p.page)) AS pages`

/** History whose keyword, domain or page does not exist any more. */
async function orphansOf({ rows }: World): Promise<string[]> {
  const [row] = await rows('projects', orphans)
  return Object.entries(row ?? {}).flatMap(([what, n]) => (Number(n) > 0 ? [`${n} ${what} without an owner`] : []))
}
