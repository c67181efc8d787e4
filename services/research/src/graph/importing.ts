import type { Clock } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { failed } from '@rts/shared/failure'
import { z } from 'zod'
import type { Step, StepEnd } from './providers/steps.ts'
import type { GraphRelease, GraphStep, GraphStore } from './releases.sql.ts'
import type { StepRow } from './rules/releases.ts'

const input = z.object({ release: z.string() })
export type GraphKind = Kind<z.output<typeof input>, null>

type RunStep = (
  step: Step,
  sink: { store(rows: StepRow[]): Promise<void>; progress(part: number | null): void },
  signal: AbortSignal,
) => Promise<StepEnd>
export type GraphDeps = {
  graph: GraphStore
  runStep: RunStep
  limits: { linksPerSite: number; ranks: number }
  clock: Clock
}
const steps: readonly GraphStep[] = ['ids', 'edges', 'names', 'ranks']
const progressSchema = z.object({ done: z.array(z.enum(steps)), dropped: z.number() }).catch({ done: [], dropped: 0 })
const pauses = [60_000, 300_000]

/** Imports a release of the domain graph. Steps that are done are not repeated by a run after a crash. */
export function graphKind({ graph, runStep, limits, clock }: GraphDeps): GraphKind {
  async function stepOf(name: GraphStep, { release, vertices, edges, ranks }: GraphRelease): Promise<Step> {
    switch (name) {
      case 'ids':
        return { name, file: vertices, hosts: await graph.search(release) }
      case 'edges':
        return { name, file: edges, ids: await graph.targetIds(release), mostPerTarget: limits.linksPerSite }
      case 'names':
        return { name, file: vertices, ids: await graph.linkingIds(release) }
      case 'ranks':
        return { name, file: ranks, most: limits.ranks }
      default: {
        const missing: never = name
        return missing
      }
    }
  }

  async function take(name: GraphStep, release: GraphRelease, signal: AbortSignal): Promise<StepEnd> {
    await graph.begin(release.release, name)
    const sink = {
      store: (rows: StepRow[]) => graph.keep(release.release, name, rows),
      progress: (part: number | null) => void graph.progress(release.release, part).catch(() => {}),
    }
    return runStep(await stepOf(name, release), sink, signal)
  }

  return {
    name: 'graph',
    lane: 'graph',
    input,
    keyOf: ({ release }) => release,
    freshMs: 0,
    typicalMs: 60_000,
    retryMs: pauses,
    async run({ input: { release: name }, progress, note, tries }, signal) {
      const nothing = { state: 'ready', body: null, sources: ['commoncrawl'], sandbox: false, costUsd: 0 } as const
      const release = await graph.find(name)
      if (!release || release.status === 'ready') return nothing
      const before = progressSchema.parse(progress)
      const done = [...before.done]
      let lost = before.dropped
      try {
        for (const step of steps.filter((each) => !done.includes(each))) {
          lost += (await take(step, release, signal)).dropped
          done.push(step)
          await note({ done, dropped: lost })
        }
      } catch (error) {
        if (signal.aborted) throw error
        const isFinal = isForGood(error) || tries > pauses.length
        if (isFinal) await graph.fail(name, error instanceof Error ? error.message : 'unknown')
        return { state: 'failed', failure: failed('commoncrawl', isFinal ? 'bad_request' : 'upstream') }
      }
      await graph.finish(name, { dropped: lost, now: clock.now() })
      return nothing
    },
  }
}

/** Whether another try would read the same: a file that is not there, or is none of a release. */
function isForGood(error: unknown): boolean {
  const { code, name } = Object(error)
  return code === 'ENOENT' || name === 'GraphFormatError'
}
