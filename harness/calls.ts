import { setTimeout as delay } from 'node:timers/promises'

/** A call of a load: `problem` is null if its answer was as it must be. */
export type Call = { kind: string; name: string; step: string; at: number; ms: number; problem: Problem | null }
type Problem = { type: string; text: string }
export type Tally = ReturnType<typeof createTally>
export type Outcome = ReturnType<typeof outcomeOf>

/** A problem that is counted under a name of its own. */
export class Noticed extends Error {
  readonly type: string

  constructor(type: string, text: string) {
    super(text)
    this.type = type
  }
}

/** Throws unless something holds. */
export function demand(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise)
}

/** Notes every call of a load, with the step of the run in which it began. */
export function createTally() {
  const calls: Call[] = []
  let step = 'before'
  return {
    calls: calls as readonly Call[],
    enter(next: string): void {
      step = next
    },
    /** Makes a call and checks its answer: `run` throws if it is not as it must be. Undefined then. */
    async call<T>(kind: string, name: string, run: () => Promise<T>): Promise<T | undefined> {
      const call: Call = { kind, name, step, at: Date.now(), ms: 0, problem: null }
      const startedAt = performance.now()
      try {
        return await run()
      } catch (error) {
        call.problem = problemOf(error)
        return undefined
      } finally {
        call.ms = performance.now() - startedAt
        calls.push(call)
      }
    },
    /** The first calls with a problem, a line each. */
    examples: (max = 12) =>
      calls
        .flatMap(({ kind, name, step: during, ms, problem }) =>
          problem ? [`${during}: ${kind}, ${name} (${(ms / 1_000).toFixed(1)} s): ${problem.text}`] : [],
        )
        .slice(0, max),
    /** The outcome of the calls since a moment (`Date.now()`), of one kind or of all. */
    outcome: (since = 0, kind?: string) =>
      outcomeOf(calls.filter((call) => call.at >= since && (kind === undefined || call.kind === kind))),
  }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof Error)) return { type: 'failed', text: String(error) }
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  const text = code ?? error.message.replaceAll('\n', ' ').slice(0, 300)
  return { type: error instanceof Noticed ? error.type : 'failed', text }
}

/** `downSeconds`: from the first call with a problem to the last. */
function outcomeOf(calls: readonly Call[]) {
  const bad = calls.filter(({ problem }) => problem !== null)
  const times = bad.map(({ at }) => at)
  const count = (of: (call: Call) => string | undefined) =>
    Object.fromEntries([...Map.groupBy(bad, (call) => of(call) ?? '')].map(([name, { length }]) => [name, length]))
  return {
    calls: calls.length,
    failed: bad.length,
    /** How many calls had a problem of each type, and with each text. */
    byType: count(({ problem }) => problem?.type),
    byText: count(({ kind, problem }) => `${kind} ${problem?.text}`),
    slowestMs: Math.round(Math.max(0, ...calls.map(({ ms }) => ms))),
    downSeconds: bad.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / 1_000,
  }
}

/** An outcome as a cell of a table. */
export function summaryOf({ calls, failed, byText, slowestMs, downSeconds }: Outcome): string {
  const what = Object.entries(byText).map(([text, count]) => `${text}: ${count}`)
  const why = failed === 0 ? '' : ` (${what.join(', ')}; over ${downSeconds.toFixed(1)} s)`
  return `${failed} of ${calls} failed${why}, slowest ${slowestMs} ms`
}

/** The element whose turn it is, the first one after the last. */
export function inTurn<T>(list: readonly T[], nth: number): T {
  const found = list[nth % list.length]
  if (found === undefined) throw new Error('an empty list has no turns')
  return found
}

/** Calls of one kind: the next one after `everyMs`, whether or not the last one has its answer. */
export type Stream = { everyMs: number; turn(nth: number): Promise<unknown> }

/**
 * Begins a load of several streams. `stop` answers once all of their calls have ended, and `answered` once those have that are open now.
 * A turn must not throw.
 */
export function startStreams(streams: readonly Stream[]) {
  const open = new Set<Promise<unknown>>()
  const over = new AbortController()
  const run = async ({ everyMs, turn }: Stream) => {
    for (let nth = 0; !over.signal.aborted; nth++) {
      const calling = turn(nth).finally(() => open.delete(calling))
      open.add(calling)
      await delay(everyMs, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const running = streams.map(run)
  return {
    answered: () => Promise.all(open),
    async stop() {
      over.abort()
      await Promise.all(running)
      await Promise.all(open)
    },
  }
}
