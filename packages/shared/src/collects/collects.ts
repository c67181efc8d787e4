import type { PoolClient } from 'pg'
import { siteOfScope } from '../facts/endings.ts'
import { startLoop } from '../loops/loop.ts'
import { listenTo } from '../service/listen.ts'
import { ask } from './ask-store.ts'
import type { AnyKind, Asker, CollectReason, Kind, Reading } from './kind.ts'
import { type LanesOptions, startLanes } from './lanes.ts'
import { isUnderWay } from './merged-state.ts'
import { createOrder, schedule } from './order.ts'
import { tokenOf } from './quota.ts'
import { isFresh, stateOf } from './state.ts'
import {
  cancelRuns,
  deleteReadings,
  keepForGood,
  resumeRuns,
  type Sweep,
  startOfSweep,
  suspendRuns,
  sweep,
  tidyTurns,
} from './upkeep-store.ts'
import { createBodies, readViews, type View } from './view.ts'
import { createWaiters } from './waiters.ts'

export type CollectsOptions = LanesOptions & {
  /** The prefix of this service's tokens for the day's count. */
  service: string
  /** How many calls may wait at once, a quarter of them of one account; others are answered from saved results. */
  maxWaiters?: number
}
export type Collects = ReturnType<typeof createCollects>

/** Reads that start work: a fresh result is answered, a missing or old one is collected once for all readers while they wait. */
export function createCollects({ service, maxWaiters = 40, ...options }: CollectsOptions) {
  const { pool, quota, logger } = options
  const waiters = createWaiters(maxWaiters)
  const reader = { pool, bodies: createBodies() }

  /** Asks for a run if the call may collect. The day's count comes first: nothing runs uncounted. */
  async function want<I>(kind: AnyKind, input: I, view: View | undefined, asker: Asker): Promise<Wanted> {
    if (asker.isFrozen) return { refused: 'site_frozen' }
    if (!asker.mayCollect) return asker.isViewer ? {} : { refused: 'allowance_exhausted' }
    if (view?.wantedAt) return {}
    if (view?.isResting && !isFresh(view.newest, kind.freshMs, view.now)) return {}
    if (view && isFresh(view.newest, kind.freshMs, view.now)) {
      if ((await ask(pool, kind, input, asker, null)) === 'fresh') return {}
    }
    const held = await heldBack(asker)
    if (held) return held
    const next = (view?.asks ?? 0) + 1
    const token = tokenOf(service, kind, input, asker, next)
    const counted = await quota.take(asker.accountId, token)
    if (counted === 'used_up') return { refused: 'collect_limit' }
    if (counted === 'unknown') return {}
    const asked = await ask(pool, kind, input, asker, { token, ask: next })
    if (asked === 'fresh' || asked === 'resting') await quota.giveBack(token).catch(() => {})
    return { isStarted: asked === 'started' }
  }

  /** The fact that a site is frozen may come late: its owner is asked before anything is counted or paid. */
  async function heldBack({ scope }: Asker): Promise<Wanted | null> {
    const siteId = siteOfScope(scope)
    // Without an answer nothing new is started; the client has noted the failure.
    const isFrozen = siteId === undefined ? false : await options.isFrozen(siteId).catch(() => null)
    if (isFrozen === null) return {}
    return isFrozen ? { refused: 'site_frozen' } : null
  }

  /**
   * Reads subjects of a kind for one reader: starts runs for what is missing or old, and waits for them. Answers in the order of the
   * inputs.
   */
  async function read<I, B>(kind: Kind<I, B>, inputs: readonly I[], asker: Asker): Promise<Reading<B>[]> {
    const keys = inputs.map(kind.keyOf)
    const before = await readViews(reader, asker.scope, kind.name, keys)
    const wants: Wanted[] = []
    for (const [i, input] of inputs.entries()) {
      const view = before.get(keys[i] ?? '')
      const isCurrent = view !== undefined && isFresh(view.own, kind.freshMs, view.now)
      wants.push(isCurrent && !asker.isFrozen ? current : await want(kind, input, view, asker))
    }
    const isSettled = wants.every((wanted) => wanted === current)
    const after = isSettled ? before : await readAgain(kind, keys, asker)
    return keys.map((key, i) => readingOf(kind, after.get(key), wants[i] ?? {}))
  }

  async function readAgain(kind: AnyKind, keys: readonly string[], asker: Asker) {
    let views = await readViews(reader, asker.scope, kind.name, keys)
    const open = [...views.values()].filter(({ wantedAt }) => wantedAt)
    await waiters.wait(
      asker.accountId,
      open.map(({ subjectId }) => subjectId),
      open.length === 0 ? 0 : asker.waitMs,
      async () => {
        views = await readViews(reader, asker.scope, kind.name, keys)
        return [...views.values()].every(({ wantedAt }) => !wantedAt)
      },
    )
    return views
  }

  return {
    read,
    order: createOrder({ service, pool, quota }),
    schedule: <I, B>(
      client: PoolClient,
      kind: Kind<I, B>,
      input: I,
      reader: { scope: string; payer: string; dueAt: Date },
    ) => schedule(client, { kind: kind.name, key: kind.keyOf(input), input, lane: kind.lane, ...reader }),
    cancelRuns,
    suspendRuns,
    resumeRuns,
    deleteReadings,
    keepForGood,
    /** Wakes the calls that wait for a run when it ends; without it they look once a second. */
    listen: (): { stop(): Promise<void> } =>
      listenTo(pool, 'collects', (word) => {
        const [what, name = ''] = word.split(' ')
        if (what !== 'due') waiters.done(name)
      }),
    work(kinds: readonly AnyKind[]): { stop(): Promise<void> } {
      const running = startLanes(options, kinds)
      const listener = listenTo(pool, 'collects', (word) => {
        const [what, name = '', subject, trace] = word.split(' ')
        if (what !== 'due') return
        if (subject && trace) running.keepTrace(subject, trace)
        running.wake(name)
      })
      let swept: Sweep | undefined
      const upkeep = startLoop({
        pollMs: 60_000,
        onError: (error) => logger.warn({ err: error }, 'collected data could not be swept'),
        round: async () => {
          swept ??= await startOfSweep(pool)
          await sweep(pool, swept)
          await tidyTurns(pool)
          await running.giveBackOwed()
          return false
        },
      })
      return {
        stop: async () => {
          await Promise.all([running.stop(), upkeep.stop()])
          await listener.stop()
        },
      }
    },
  }
}

type Wanted = { refused?: CollectReason; isStarted?: boolean }
const current: Wanted = {}

function readingOf<B>(kind: AnyKind, view: View | undefined, { refused, isStarted = false }: Wanted): Reading<B> {
  const own = view?.own ?? null
  const state = stateOf(view, refused ?? null, kind.typicalMs)
  return {
    // safe because this very kind's run made it
    body: own === null ? null : (own.body as B),
    sources: own?.sources ?? [],
    sandbox: own?.sandbox ?? false,
    state,
    isFree: isUnderWay(state) && !isStarted && own === null,
  }
}
