import { setTimeout as delay } from 'node:timers/promises'
import { databaseServices, upgradeOrder } from '@rts/shared/contract/services'
import type { Stage } from '@rts/shared/service/migration-files'
import { type Customers, makeCustomers } from './customers.ts'
import { startLoad } from './load.ts'
import { findLost, type Lost } from './lost.ts'
import { createReplicas, type Replicas } from './replicas.ts'
import { type Surroundings, startSurroundings } from './surroundings.ts'
import { createTally, type Tally } from './tally.ts'
import type { Tree } from './trees.ts'

export type Row = { step: string; seconds: number; calls: number; bad: number }
export type Outcome = Lost & {
  tally: Tally
  rows: Row[]
  warnings: Record<string, unknown>[]
  /** Why the rehearsal ended before its last step. */
  stoppedBy: string | null
}
type Release = { before: Tree; after: Tree }

/** The load before and after all steps. */
const quietMs = 6_000
/** The time with two releases beside each other, once a service has been replaced. */
const mixedMs = 1_000

/**
 * Upgrades a running system from one tree to another under load: migrations first, every service replaced singly, back on the new
 * database, forwards again, and last the migrations that remove. `stopping` ends it early.
 */
export async function rehearse({ before, after }: Release, stopping: AbortSignal): Promise<Outcome> {
  const surroundings = await startSurroundings(before, after)
  const replicas = await createReplicas(surroundings)
  try {
    const migrated = (tree: Tree, stage: Stage) => migrateAll(surroundings, tree, stage)
    await migrated(before, 'before')
    await migrated(before, 'after')
    await replicas.startAll(before)
    const customers = await makeCustomers(surroundings)
    const all = (tree: Tree) => replaceAll(replicas, tree)
    return await underLoad({ surroundings, customers, replicas, stopping }, [
      [`${before.name} runs`, () => delay(quietMs)],
      ['migrations before', () => migrated(after, 'before')],
      ...all(after),
      ...all(before),
      ...all(after),
      ['migrations after', () => migrated(after, 'after')],
      [`${after.name} runs`, () => delay(quietMs)],
    ])
  } finally {
    await replicas.stop()
    await surroundings.stop()
  }
}

type Step = [name: string, run: () => Promise<unknown>]
type UnderLoad = { surroundings: Surroundings; customers: Customers; replicas: Replicas; stopping: AbortSignal }

/** Takes steps one after the other while the system is called. A step that fails is the last one. */
async function underLoad({ surroundings, customers, replicas, stopping }: UnderLoad, steps: Step[]): Promise<Outcome> {
  const tally = createTally()
  const rows: Row[] = []
  const load = await startLoad(surroundings, customers, tally)
  let stoppedBy: string | null = null
  for (const [step, run] of steps) {
    const calls = tally.calls()
    const startedAt = performance.now()
    tally.enter(step)
    try {
      stopping.throwIfAborted()
      await run()
    } catch (error) {
      stoppedBy = `${step}: ${error instanceof Error ? error.message : error}`
    }
    const bad = () => tally.bad.filter((each) => each.step === step).length
    rows.push({ step, seconds: (performance.now() - startedAt) / 1_000, calls: tally.calls() - calls, bad: bad() })
    process.stderr.write(`${rowOf(rows.at(-1))}\n`)
    if (stoppedBy !== null) break
  }
  await load.stop()
  const lost = await findLost(load, customers)
  // A call that began in a step may have ended after it.
  for (const row of rows) row.bad = tally.bad.filter(({ step }) => step === row.step).length
  return { ...lost, tally, rows, warnings: replicas.warnings(), stoppedBy }
}

/** In the order of deploy/upgrade.sh, also on the way back: on it each service is called by newer ones. */
function replaceAll(replicas: Replicas, tree: Tree): Step[] {
  return upgradeOrder.map((service) => [
    `${service} to ${tree.name}`,
    async () => {
      await replicas.replace(service, tree)
      await delay(mixedMs)
    },
  ])
}

/** One service after the other, as one machine has the time for. */
async function migrateAll({ migrate }: Surroundings, tree: Tree, stage: Stage): Promise<void> {
  for (const service of databaseServices) await migrate(service, tree, stage)
}

function rowOf(row: Row | undefined): string {
  return row ? `${row.step}: ${row.seconds.toFixed(1)} s, ${row.calls} calls, ${row.bad} bad` : ''
}
