import type { Pool } from 'pg'
import { siteOfScope } from '../facts/endings.ts'
import { type Failure, failed } from '../failure.ts'
import type { Logger } from '../logger.ts'
import { type LaneOptions, startLane } from '../loops/lane.ts'
import { refusalOf } from '../service/database-errors.ts'
import { createJobTraces } from '../traces/spans.ts'
import { finish } from './finish-store.ts'
import { type Claim, claim, extend, isAnothersTurn, note, readersOf, release } from './job-store.ts'
import type { AnyKind, Outcome } from './kind.ts'
import type { Quota } from './quota.ts'
import { owedTokens, settleTokens } from './upkeep-store.ts'

/** A long run looks at most this often whether another account is to have its place. */
const lookEveryMs = 1_000

export type LanesOptions = {
  pool: Pool
  quota: Quota
  logger: Logger
  /** By the owner of sites. Throws when that does not answer. */
  isFrozen(siteId: string): Promise<boolean>
  lanes: Readonly<Record<string, number>>
  tempo?: Pick<LaneOptions<Claim>, 'heartMs' | 'patienceMs' | 'pollMs'> | undefined
}

export function startLanes({ pool, quota, logger, isFrozen, lanes, tempo }: LanesOptions, kinds: readonly AnyKind[]) {
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]))
  const traces = createJobTraces()

  async function giveBackOwed(): Promise<void> {
    for (const token of await owedTokens(pool)) {
      await quota.giveBack(token)
      await settleTokens(pool, [token])
    }
  }

  async function runClaim(claimed: Claim, signal: AbortSignal): Promise<void> {
    const kind = kindOf.get(claimed.kind)
    if (!kind) throw new Error(`no such kind: ${claimed.kind}`)
    const outcome = (await heldBack(claimed)) ?? (await outcomeOf(kind, claimed, signal))
    // Another worker runs it again, or none if the last reader is deleted.
    if (signal.aborted && outcome.state === 'failed' && outcome.failure.costUsd === 0) return
    const owed = await finish(pool, claimed, outcome, kind).catch((error: unknown) => {
      // Without an end the run would be repeated, and each run costs money.
      return finish(pool, claimed, { state: 'failed', failure: refused(error, claimed) }, kind)
    })
    if (owed.length > 0) await giveBackOwed()
  }

  /** A run does not begin if only frozen sites want it, or their owner does not answer. */
  async function heldBack({ id }: Claim): Promise<Outcome<unknown> | null> {
    const readers = await readersOf(pool, id)
    let isUnknown = false
    for (const { scope } of readers) {
      const siteId = siteOfScope(scope)
      const isHeld = siteId === undefined ? false : await isFrozen(siteId).catch(() => null)
      if (isHeld === false) return null
      isUnknown ||= isHeld === null
    }
    return { state: 'held', isWanted: isUnknown || readers.some(({ isWaiting }) => isWaiting) }
  }

  async function outcomeOf(kind: AnyKind, claimed: Claim, signal: AbortSignal): Promise<Outcome<unknown>> {
    try {
      const { tries, payers, progress } = claimed
      const job = {
        input: kind.input.parse(claimed.input),
        tries,
        payers,
        progress,
        note: (done: unknown) => note(pool, claimed, done),
        slice: (ms: number) => createSlice(ms, () => isAnothersTurn(pool, claimed)),
      }
      return await kind.run(job, signal)
    } catch (error) {
      if (refusalOf(error)) return { state: 'failed', failure: refused(error, claimed) }
      if (!signal.aborted) logger.error({ err: error, kind: kind.name, subject: claimed.id }, 'a collect broke off')
      return { state: 'failed', failure: failed(null, 'upstream') }
    }
  }

  /** Throws every other error. */
  function refused(error: unknown, { id: subject, kind }: Claim): Failure {
    const reason = refusalOf(error)
    if (!reason) throw error
    logger.error({ reason, kind, subject }, 'a collect could not be stored')
    return failed(null, 'storage')
  }

  const running = new Map(
    [...new Set(kinds.map(({ lane }) => lane))].map((lane) => [
      lane,
      startLane<Claim>({
        ...tempo,
        places: lanes[lane] ?? 1,
        claim: (free) => claim(pool, lane, free),
        run: (claimed, signal) => traces.run(claimed.id, `collect ${claimed.kind}`, () => runClaim(claimed, signal)),
        extend: (jobs) => extend(pool, jobs),
        release: (jobs) => release(pool, jobs),
        onError: (error) => logger.warn({ err: error, lane }, 'a lane of collects failed'),
      }),
    ]),
  )
  return {
    wake: (lane: string) => running.get(lane)?.wake(),
    keepTrace: traces.keep,
    giveBackOwed,
    stop: async () => {
      await Promise.all([...running.values()].map((lane) => lane.stop()))
    },
  }
}

/** Whether a long run is to leave its place to another account, after `sliceMs` from the first look. */
function createSlice(sliceMs: number, isAnothersTurn: () => Promise<boolean>): () => Promise<boolean> {
  let nextAt: number | null = null
  let isOver = false
  return async () => {
    const now = performance.now()
    nextAt ??= now + sliceMs
    if (isOver || now < nextAt) return isOver
    nextAt = now + lookEveryMs
    isOver = await isAnothersTurn()
    return isOver
  }
}
