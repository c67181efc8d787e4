import { AppError } from '@rts/shared/errors'
import { wasRolledBack } from './pool.ts'

/** `decision` is undefined for a refusal; `index` counts equal requests. */
type Answer<D> = { decision: D | undefined; index: number }
type Asked<Q, D> = { question: Q; since: number; resolve(answer: Answer<D>): void; reject(error: unknown): void }

export type BatchOptions<Q, D> = {
  /** Requests with the same id are equal: they become one question with a count. */
  idOf(question: Q): string
  /** Decides a batch in one exact transaction; a question without a decision is refused. */
  decide(questions: Q[], counts: number[]): Promise<ReadonlyMap<number, D>>
  patienceMs: number
  onBatch?: ((size: number, ms: number) => void) | undefined
}

const batchLimit = 200
/** The second starts while the first is slow: one locked row must not delay everybody. */
const callsInFlight = 2
const slowCallMs = 10
const tickMs = 25

/**
 * Requests that arrive while a call is in flight form the next batch: one call at a time makes batches large (measured: 350 us of
 * database time for a request alone, 69 for one of 16). Nothing is cached between batches: every verdict is a fresh one of the
 * database.
 */
export function createBatches<Q, D>(options: BatchOptions<Q, D>) {
  const waiting: Asked<Q, D>[] = []
  const patienceTicks = Math.ceil(options.patienceMs / tickMs)
  let inFlight = 0
  let isSlow = false
  let scheduled = false
  // Ticks are counted, not timed: a pause of this process is one tick, so it refuses no request.
  let tick = 0
  let ticking: NodeJS.Timeout | undefined

  function schedule(): void {
    if (scheduled || waiting.length === 0 || inFlight >= (isSlow ? callsInFlight : 1)) return
    scheduled = true
    // All requests of this round of the event loop share the call.
    setImmediate(() => {
      scheduled = false
      void send(waiting.splice(0, batchLimit))
      schedule()
    })
  }

  async function send(batch: Asked<Q, D>[]): Promise<void> {
    inFlight++
    const startedAt = performance.now()
    isSlow = false
    const slow = setTimeout(() => {
      isSlow = true
      ticking ??= setInterval(refuseLate, tickMs)
      schedule()
    }, slowCallMs)
    await decideBatch(options, batch)
    clearTimeout(slow)
    options.onBatch?.(batch.length, performance.now() - startedAt)
    inFlight--
    schedule()
  }

  /** They never reached the database and cost nothing. */
  function refuseLate(): void {
    tick++
    for (let first = waiting[0]; first && tick - first.since > patienceTicks; first = waiting[0]) {
      waiting.shift()
      first.reject(unavailable())
    }
    if (inFlight > 0) return
    clearInterval(ticking)
    ticking = undefined
  }

  return {
    ask(question: Q): Promise<Answer<D>> {
      return new Promise((resolve, reject) => {
        waiting.push({ question, since: tick, resolve, reject })
        schedule()
      })
    },
  }
}

async function decideBatch<Q, D>(options: BatchOptions<Q, D>, batch: Asked<Q, D>[]): Promise<void> {
  const groups = group(options, batch)
  try {
    await settleGroups(options, groups)
  } catch (error) {
    if (!wasRolledBack(error)) return failAll(groups)
    for (const single of groups) await settleGroups(options, [single]).catch(() => failAll([single]))
  }
}

type Group<Q, D> = { question: Q; asked: Asked<Q, D>[] }

function group<Q, D>({ idOf }: BatchOptions<Q, D>, batch: Asked<Q, D>[]): Group<Q, D>[] {
  const groups = new Map<string, Group<Q, D>>()
  for (const asked of batch) {
    const id = idOf(asked.question)
    const known = groups.get(id)
    if (known) known.asked.push(asked)
    else groups.set(id, { question: asked.question, asked: [asked] })
  }
  return [...groups.values()]
}

async function settleGroups<Q, D>({ decide }: BatchOptions<Q, D>, groups: Group<Q, D>[]): Promise<void> {
  const decisions = await decide(
    groups.map(({ question }) => question),
    groups.map(({ asked }) => asked.length),
  )
  for (const [i, { asked }] of groups.entries()) {
    const decision = decisions.get(i)
    for (const [index, one] of asked.entries()) one.resolve({ decision, index })
  }
}

/** A batch that may have been committed is never retried. */
function failAll<Q, D>(groups: Group<Q, D>[]): void {
  for (const { asked } of groups) for (const one of asked) one.reject(unavailable())
}

/** Nothing was charged, and a retry after a second may work. */
function unavailable(): AppError {
  return new AppError('unavailable', 'Admission is not available', { retryAfterSeconds: 1 })
}
