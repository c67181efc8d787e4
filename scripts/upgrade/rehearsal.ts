import { setTimeout as delay } from 'node:timers/promises'
import { databaseServices, upgradeOrder } from '@rts/shared/contract/services'
import type { Stage } from '@rts/shared/service/migration-files'
import { createTally } from '../../harness/calls.ts'
import { sumOf } from '../../harness/measure.ts'
import { createReport } from '../../harness/report.ts'
import { startLoad } from './load.ts'
import { createReplicas, type Replicas } from './replicas.ts'
import { startSurroundings } from './surroundings.ts'
import type { Tree } from './trees.ts'

type Step = [name: string, run: () => Promise<unknown>]

/** The load before and after all steps. */
const quietMs = 6_000
/** The time with two releases beside each other, once a service has been replaced. */
const mixedMs = 1_000
const kinds = ['reads', 'writes', 'collects', 'agents', 'pages']
const callFailed = 'a call to another service failed'
const errorLevel = 50

/**
 * Upgrades a running system from one tree to another under load: migrations first, every service replaced singly, back on the new
 * database, forwards again, and last the migrations that remove. A step that fails is the last one; `stopping` ends it early.
 * Prints a report, and ends the process with 1 if anybody would have noticed.
 */
export async function rehearse(before: Tree, after: Tree, stopping: AbortSignal): Promise<void> {
  const surroundings = await startSurroundings(before, after)
  const replicas = await createReplicas(surroundings)
  // One service after the other, as one machine has the time for.
  const migrate = async (tree: Tree, stage: Stage) => {
    for (const service of databaseServices) await surroundings.migrate(service, tree, stage)
  }
  try {
    await migrate(before, 'before')
    await migrate(before, 'after')
    await replicas.startAll(before)
    const tally = createTally()
    const report = createReport('upgrade')
    const load = await startLoad(surroundings, tally)
    const steps: Step[] = [
      [`${before.name} runs`, () => delay(quietMs)],
      ['migrations before', () => migrate(after, 'before')],
      ...[after, before, after].flatMap((tree) => replaceAll(replicas, tree)),
      ['migrations after', () => migrate(after, 'after')],
      [`${after.name} runs`, () => delay(quietMs)],
    ]
    for (const [name, run] of steps) {
      tally.enter(name)
      await report.step(name, async () => {
        stopping.throwIfAborted()
        await run()
        const own = tally.calls.filter(({ step }) => step === name)
        return { calls: own.length, bad: own.filter(({ problem }) => problem !== null).length }
      })
      if (!report.isOk()) break
    }
    await report.step('what callers noticed', async () => {
      const found = await load.stop()
      const { lines, ...logs } = noticedIn(replicas.warnings())
      const { calls, failed } = tally.outcome()
      const { lost, unchecked } = found
      const named = (what: string, all: readonly string[]) => all.map((each) => `${what}: ${each}`)
      const bad = [...tally.examples(), ...named('lost', lost), ...named('not checked', unchecked), ...lines]
      for (const line of bad) console.log(line)
      const counts = { failed, lost: lost.length, unchecked: unchecked.length, ...logs }
      const problem = sumOf(Object.values(counts)) > 0 ? { problem: 'see the lines above' } : {}
      return { calls, writes: found.writes, ...counts, ...problem }
    })
    report.end({ byKind: Object.fromEntries(kinds.map((kind) => [kind, tally.outcome(0, kind)])) })
  } finally {
    await replicas.stop()
    await surroundings.stop()
  }
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

/** Findings of the logs: calls between services that failed, whatever came of them, and errors. */
function noticedIn(warnings: readonly Record<string, unknown>[]) {
  const same = Map.groupBy(warnings, ({ name, msg, operation, code, err }) =>
    [name, msg, operation, code, Object(err).message].filter(Boolean).join(', '),
  )
  return {
    callFailures: warnings.filter(({ msg }) => msg === callFailed).length,
    errors: warnings.filter(({ level }) => Number(level) >= errorLevel).length,
    lines: [...same].map(([line, { length }]) => `log: ${length} × ${line}`),
  }
}
