import { z } from 'zod'
import type { Reply } from './ask.ts'

/** Kinds of calls of the load. */
export const kinds = ['reads', 'writes', 'collects', 'agents', 'pages'] as const
export type Kind = (typeof kinds)[number]
export type Counts = { calls: number; failed: number; unavailable: number; missing: number }
export type Tally = ReturnType<typeof createTally>

/** An answer that says that what it should hold is not available. */
class Unavailable extends Error {}
/** A file that a page names and no replica has. */
export class Missing extends Error {}

const maxExamples = 12

/** Counts calls by their kind, and keeps the first that were not answered as they must be, with the step in which they were made. */
export function createTally() {
  const none = (): Counts => ({ calls: 0, failed: 0, unavailable: 0, missing: 0 })
  const counts: Record<Kind, Counts> = {
    reads: none(),
    writes: none(),
    collects: none(),
    agents: none(),
    pages: none(),
  }
  const bad: { step: string; line: string }[] = []
  let step = 'before'
  return {
    counts,
    bad,
    examples: () => bad.slice(0, maxExamples).map(({ step: in_, line }) => `${in_}: ${line}`),
    enter(next: string): void {
      step = next
    },
    calls: () => kinds.reduce((sum, kind) => sum + counts[kind].calls, 0),
    /** Makes a call and looks at its answer, which `run` throws at; answers undefined where it was not as it must be. */
    async call<T>(kind: Kind, name: string, run: () => Promise<T>): Promise<T | undefined> {
      const began = step
      const startedAt = performance.now()
      counts[kind].calls++
      try {
        return await run()
      } catch (error) {
        counts[kind][error instanceof Unavailable ? 'unavailable' : error instanceof Missing ? 'missing' : 'failed']++
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
        bad.push({ step: began, line: `${kind}, ${name} (${seconds} s): ${textOf(error)}` })
        return undefined
      }
    },
  }
}

/** The parsed answer of a call that must succeed. Throws otherwise, `Unavailable` where the answer says so. */
export function holding<S extends z.ZodType>(shape: S, { status, body }: Reply): z.output<S> {
  const text = body.toString()
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`)
  const answer = JSON.parse(text)
  refuseUnavailable(answer)
  return parse(shape, answer)
}

/** Throws `Unavailable` where an answer has that state. */
export function refuseUnavailable(answer: unknown): void {
  const { status, reason } = Object(answer)
  if (status === 'unavailable') throw new Unavailable(`unavailable, reason ${reason}`)
}

export function parse<S extends z.ZodType>(shape: S, answer: unknown): z.output<S> {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Error(`another answer (${z.prettifyError(parsed.error)}): ${JSON.stringify(answer).slice(0, 200)}`)
}

export function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
