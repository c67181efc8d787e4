import { wasRolledBack } from '../../data/admission-pool.ts'
import { busy } from './unavailable.ts'

/** One request that waits for its verdict: the k-th of those that one decision stands for. */
export type Asked<Q, D> = {
  question: Q
  settle(decision: D | undefined, turn: number): void
  fail(error: unknown): void
}

export type BatchOptions<Q, D> = {
  /** Requests of one id are alike: they are asked as one question with a count. */
  idOf(question: Q): string
  /** One exact transaction for all of a batch; a question without a decision is refused. */
  decide(questions: Q[], counts: number[]): Promise<ReadonlyMap<number, D>>
  /** How long a request waits for its turn. */
  patienceMs: number
  onBatch?: ((size: number, ms: number) => void) | undefined
}

const batchLimit = 200
/** The second goes out beside a first that takes long, so that one row's lock does not hold up everybody. */
const callsInFlight = 2
const slowCallMs = 10
const tickMs = 25

/**
 * Requests that arrive while a call is in flight form the next batch: one call after the other makes batches large (measured: 350 us
 * of the database for a request alone, 69 for one of 16). Nothing is remembered between batches: every verdict is the
 * database's, of this moment.
 */
export function createBatches<Q, D>(options: BatchOptions<Q, D>) {
  const waiting: (Asked<Q, D> & { since: number })[] = []
  const patienceTicks = Math.ceil(options.patienceMs / tickMs)
  let inFlight = 0
  let isSlow = false
  let scheduled = false
  // Counted, not timed: a pause of this process is one tick, and nobody is refused for it.
  let tick = 0
  let ticking: NodeJS.Timeout | undefined

  function schedule(): void {
    if (scheduled || waiting.length === 0 || inFlight >= (isSlow ? callsInFlight : 1)) return
    scheduled = true
    // Whatever arrives in this turn of the loop shares the call.
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

  /** Whoever waits too long was not asked, and pays nothing. */
  function refuseLate(): void {
    tick++
    for (let first = waiting[0]; first && tick - first.since > patienceTicks; first = waiting[0]) {
      waiting.shift()
      first.fail(busy('Admission is not available'))
    }
    if (inFlight > 0) return
    clearInterval(ticking)
    ticking = undefined
  }

  return {
    add(question: Q, settle: Asked<Q, D>['settle'], fail: Asked<Q, D>['fail']): void {
      waiting.push({ question, settle, fail, since: tick })
      schedule()
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
    for (const [turn, one] of asked.entries()) one.settle(decision, turn)
  }
}

/** What may or may not have been committed is never tried again. */
function failAll<Q, D>(groups: Group<Q, D>[]): void {
  for (const { asked } of groups) for (const one of asked) one.fail(busy('Admission is not available'))
}
