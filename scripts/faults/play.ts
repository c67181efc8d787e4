import { setTimeout as delay } from 'node:timers/promises'
import type { Cells } from '../../harness/report.ts'
import { ofAccounts } from './jobs/accounts.ts'
import { asking } from './jobs/asking.ts'
import { buying } from './jobs/buying.ts'
import type { Phase, Running } from './jobs/job.ts'
import { startLoad } from './load.ts'
import { type Count, type Finding, foundIn } from './verdict.ts'
import type { World, WorldOptions } from './world.ts'

/** A fault under load with jobs in flight. */
export type Fault = {
  name: string
  /** Why it cannot be made here; null if it can. */
  cannot?(): string | null
  /** Gives the fault a system of its own, with these options; `end` runs once it has stopped. The others share one. */
  alone?(): { options?: WorldOptions; end?(): void }
  /** Runs before the load, and throws what is wrong. */
  before?(world: World): Promise<void>
  /** The phase of all jobs. Without it they have asked the outside, or are called if they ask nothing. */
  phase?: Phase
  /** The jobs in flight, all without it. */
  suits?(job: string): boolean
  /** Makes the fault and ends it; answers when it ended (`performance.now()`), if that was earlier. */
  harm?(world: World): Promise<unknown>
}
export type Seen = Finding & { jobs: number; readyS: number; failed: string }

/** The calls that start the jobs are answered within this time. */
const calledMs = 200
const settledMs = 60_000
const maxReadyS = 10
const jobs = [...ofAccounts, ...buying, ...asking]

/** Plays a fault, waits until all is well again, and compares what is there with what was promised. */
export async function playOn(world: World, { before, harm, phase, suits = () => true }: Fault): Promise<Seen> {
  await before?.(world)
  const load = await startLoad(world)
  const begun: { name: string; running: Running }[] = []
  const release = () => Promise.all(begun.map(({ running }) => running.release()))
  let endedAt: number
  try {
    const called = Promise.withResolvers<void>()
    // One after the other; those that are only called are called together, at the end.
    for (const job of jobs.filter(({ name }) => suits(name))) {
      const own = phase ?? (job.phases.includes('asked') ? 'asked' : 'called')
      const go = own === 'called' ? called.promise : Promise.resolve()
      if (job.phases.includes(own)) begun.push({ name: job.name, running: await job.begin(world, own, go) })
    }
    called.resolve()
    // Calls under way are met anywhere on their way.
    await delay(Math.random() * calledMs)
    const ended = await harm?.(world)
    endedAt = typeof ended === 'number' ? ended : performance.now()
  } catch (error) {
    await release()
    // The next fault begins on a system that is well.
    await world.readyAfter(0).catch(() => {})
    await load.stop()
    throw error
  }
  await release()
  const readyS = await world.readyAfter(endedAt)
  const { failed, ...ofLoad } = await load.stop()
  const ends = [ofLoad, ...(await Promise.all(begun.map(endOf)))]
  return {
    jobs: begun.length,
    readyS,
    failed,
    lost: [...ends.flatMap(({ lost }) => lost), ...(await leftIn(world))],
    doubled: ends.flatMap(({ doubled }) => doubled),
  }
}

/** A row of the report; `problem` if anything was lost or doubled, or the system was not ready soon. */
export function rowOf({ jobs: inFlight, readyS, failed, lost, doubled }: Seen): Cells & { problem?: string } {
  const problems = [
    ...lost.map((each) => `lost: ${each}`),
    ...doubled.map((each) => `doubled: ${each}`),
    ...(readyS > maxReadyS ? [`ready after ${readyS.toFixed(1)} s`] : []),
  ]
  const cells = { jobs: inFlight, ready: readyS.toFixed(1), failed, lost: lost.length, doubled: doubled.length }
  return problems.length === 0 ? cells : { ...cells, problem: problems.join('; ') }
}

async function endOf({ name, running }: { name: string; running: Running }): Promise<Finding> {
  const found = await running.end().catch((error: Error) => ({ lost: [`no end: ${error.message}`], doubled: [] }))
  const named = (each: string) => `${name}: ${each}`
  return { lost: found.lost.map(named), doubled: found.doubled.map(named) }
}

/** Facts that no consumer has got, and history whose keyword, domain or page does not exist any more: what is there after a minute. */
async function leftIn(world: World): Promise<string[]> {
  const waiting = 'SELECT count(*) FROM facts.delivery WHERE done_at IS NULL'
  const facts = world.databases.map((name): Count => [`facts of ${name} that wait`, [name, waiting], 0])
  const left: Count[] = [
    ...facts,
    ['positions without an owner', ['projects', orphanedRanks], 0],
    ['pages without an owner', ['projects', orphanedPages], 0],
  ]
  return (await foundIn(world, left, settledMs)).doubled
}

const orphanedRanks = `SELECT count(*) FROM ranks.rank r WHERE NOT EXISTS (SELECT FROM keyword k WHERE k.seq = r.keyword)
  OR NOT EXISTS (SELECT FROM tracked_domain d WHERE d.seq = r.domain)`
const orphanedPages = `SELECT count(*) FROM ranks.page p
  WHERE NOT EXISTS (SELECT FROM page_target t WHERE t.seq = p.page)`
