import type { Clock } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { failed } from '@rts/shared/failure'
import type { Database } from '@rts/shared/service/transaction'
import { z } from 'zod'
import { nothing } from '../collected.ts'
import { GraphFormatError } from './providers/parse.ts'
import { runInWorker } from './providers/run-in-worker.ts'
import type { Step, StepEnd } from './providers/steps.ts'
import {
  beginStep,
  failRelease,
  findRelease,
  finishRelease,
  type GraphRelease,
  type GraphStep,
  linkingIds,
  storeProgress,
  storeRows,
  storeSearched,
  targetIds,
} from './releases.sql.ts'

const input = z.object({ release: z.string() })
export type GraphKind = Kind<z.output<typeof input>, null>

type ImportDeps = { database: Database; limits: { linksPerSite: number; ranks: number }; clock: Clock }
const steps: readonly GraphStep[] = ['ids', 'edges', 'names', 'ranks']
const progressSchema = z.object({ done: z.array(z.enum(steps)), dropped: z.number() }).catch({ done: [], dropped: 0 })
const pausesMs = [60_000, 300_000]

/** Imports a release; after a crash, finished steps are skipped. */
export function graphKind({ database, limits, clock }: ImportDeps): GraphKind {
  async function stepOf(name: GraphStep, { release, vertices, edges, ranks }: GraphRelease): Promise<Step> {
    switch (name) {
      case 'ids':
        return { name, file: vertices, hosts: await storeSearched(database, release) }
      case 'edges':
        return { name, file: edges, ids: await targetIds(database, release), maxPerTarget: limits.linksPerSite }
      case 'names':
        return { name, file: vertices, ids: await linkingIds(database, release) }
      case 'ranks':
        return { name, file: ranks, max: limits.ranks }
      default: {
        const missing: never = name
        return missing
      }
    }
  }

  async function run(name: GraphStep, release: GraphRelease, signal: AbortSignal): Promise<StepEnd> {
    await beginStep(database, release.release, name)
    const step = await stepOf(name, release)
    const sink = {
      store: (rows: Parameters<typeof storeRows>[3]) => storeRows(database, release.release, name, rows),
      progress: (part: number | null) => void storeProgress(database, release.release, part).catch(() => {}),
    }
    return runInWorker(step, sink, signal)
  }

  return {
    name: 'graph',
    lane: 'graph',
    input,
    keyOf: ({ release }) => release,
    freshMs: 0,
    typicalMs: 60_000,
    retryMs: pausesMs,
    async run({ input: { release: name }, progress, note, tries }, signal) {
      const imported = { ...nothing, sources: ['commoncrawl'] }
      const release = await findRelease(database, name)
      if (!release || release.status === 'ready') return imported
      const before = progressSchema.parse(progress)
      const done = [...before.done]
      let { dropped } = before
      try {
        for (const step of steps.filter((each) => !done.includes(each))) {
          dropped += (await run(step, release, signal)).dropped
          done.push(step)
          await note({ done, dropped })
        }
      } catch (error) {
        if (signal.aborted) throw error
        const isFinal = isForGood(error) || tries > pausesMs.length
        if (isFinal) await failRelease(database, name, error instanceof Error ? error.message : 'unknown')
        return { state: 'failed', failure: failed('commoncrawl', isFinal ? 'bad_request' : 'upstream') }
      }
      await finishRelease(database, name, dropped, clock.now())
      return imported
    },
  }
}

function isForGood(error: unknown): boolean {
  return error instanceof GraphFormatError || Object(error).code === 'ENOENT'
}
