import type { Clock } from '@rts/shared/clock'
import type { Job, Kind, Outcome } from '@rts/shared/collects/kind'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { factsOf } from './rules/facts.ts'
import type { Facts, SiteKnowledge, Topic } from './rules/topic.ts'
import type { DueSite, Origin } from './texts.sql.ts'

const input = z.object({ id: z.string() })
type TextInput = z.output<typeof input>
export type TextKind = Kind<TextInput, null>

export type Written<T> = { ok: true; text: T; origin: Origin }
/** `due`: the row when writing began. */
export type WrittenFor<D, T> = Pick<Written<T>, 'text' | 'origin'> & { due: D }
/** The paying accounts, and the abort signal. */
export type Commission = Pick<Job<TextInput>, 'payers'> & { signal: AbortSignal }
export type Write<D, T> = (
  due: D,
  facts: Facts,
  site: SiteKnowledge,
  commission: Commission,
) => Promise<Written<T> | Failure>
type Made = Extract<Outcome<null>, { state: 'ready' | 'partial' }>
type TextDeps<D, T> = Knowing & {
  findDue(id: string): Promise<D | undefined>
  store(id: string, written: WrittenFor<D, T>, now: Date): Promise<void>
  clock: Clock
}
export type Knowing = {
  /** Null while its keywords' service does not answer. */
  know(site: DueSite, topic: Topic): Promise<SiteKnowledge | null>
}

/** Writes a plan or article once; its row keeps the text. */
export function textKind<D extends DueSite & Topic, T>(
  name: 'plan' | 'article',
  write: Write<D, T>,
  { know, findDue, store, clock }: TextDeps<D, T>,
): TextKind {
  return {
    name,
    lane: 'write',
    input,
    keyOf: ({ id }) => id,
    freshMs: Number.POSITIVE_INFINITY,
    typicalMs: 30_000,
    retryMs: [5_000, 30_000, 120_000],
    async run({ input: { id }, payers }, signal) {
      const made: Made = { state: 'ready', body: null, sources: [], sandbox: false, costUsd: 0 }
      // Repeats if the row changed meanwhile and nothing was stored.
      for (let due = await findDue(id); due; due = await findDue(id)) {
        const site = await know(due, due)
        if (!site) return { state: 'failed', failure: failed(null, 'upstream', { asked: false }) }
        const written = await write(due, factsOf(topicOf(due), site), site, { payers, signal })
        if (!written.ok) return { state: 'failed', failure: written }
        const { text, origin } = written
        await store(id, { due, text, origin }, clock.now())
        made.sources = [origin.generator]
        made.sandbox = origin.sandbox
        made.costUsd = made.costUsd === null || origin.costUsd === null ? null : made.costUsd + origin.costUsd
      }
      return made
    },
  }
}

function topicOf({ keyword, country, language, context }: Topic): Topic {
  return { keyword, country, language, context }
}
