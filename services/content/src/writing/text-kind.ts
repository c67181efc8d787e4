import type { Clock } from '@rts/shared/clock'
import type { Job, Kind } from '@rts/shared/collects/kind'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { factsOf } from './rules/facts.ts'
import type { Facts, SiteKnowledge, Topic } from './rules/topic.ts'
import type { DueSite, Origin } from './texts.sql.ts'

const input = z.object({ id: z.string() })
type TextInput = z.output<typeof input>
export type TextKind = Kind<TextInput, null>

/** A text and where it comes from. */
export type Written<T> = { ok: true; text: T; origin: Origin }
/** The accounts that it is written for, and the signal that ends it. */
export type Commission = Pick<Job<TextInput>, 'payers'> & { signal: AbortSignal }
export type Write<D, T> = (
  due: D,
  facts: Facts,
  site: SiteKnowledge,
  commission: Commission,
) => Promise<Written<T> | Failure>
type TextDeps<D, T> = Knowing & {
  findDue(id: string): Promise<D | undefined>
  store(id: string, text: T, origin: Origin, now: Date): Promise<void>
  clock: Clock
}
export type Knowing = {
  /** Null while the owner of its keywords does not answer. */
  know(site: DueSite, topic: Topic): Promise<SiteKnowledge | null>
}

/** The writing of a plan or an article, once: its row keeps the text, and a written one is not written again. */
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
      const due = await findDue(id)
      if (!due) return { state: 'ready', body: null, sources: [], sandbox: false, costUsd: 0 }
      const site = await know(due, due)
      if (!site) return { state: 'failed', failure: failed(null, 'upstream', { asked: false }) }
      const written = await write(due, factsOf(topicOf(due), site), site, { payers, signal })
      if (!written.ok) return { state: 'failed', failure: written }
      const { text, origin } = written
      await store(id, text, origin, clock.now())
      const { generator, sandbox, costUsd } = origin
      return { state: 'ready', body: null, sources: [generator], sandbox, costUsd }
    },
  }
}

function topicOf({ keyword, country, language, context }: Topic): Topic {
  return { keyword, country, language, context }
}
