import {
  type AdmissionRow,
  type AdmissionStore,
  type Decision,
  type Door,
  type Effect,
  wasRolledBack,
} from '../data/admission-store.ts'
import { busy } from './unavailable.ts'

/** The verdict on one request. */
export type Admission =
  | { verdict: 'invalid' }
  | ({ verdict: 'limited' | 'struck' | 'passed' | 'charged' | 'exhausted' } & Standing)

/** What is known of the key and its account at the moment of the verdict. */
export type Standing = Pick<
  Decision,
  | 'keyId'
  | 'accountId'
  | 'plan'
  | 'kind'
  | 'siteId'
  | 'minuteLeft'
  | 'minuteResetMs'
  | 'strikes'
  | 'used'
  | 'dayLimit'
  | 'day'
  | 'nowMs'
>

type Asked = {
  hash: Buffer
  door: Door
  effect: Effect
  settle(admission: Admission): void
  fail(error: unknown): void
}

const batchLimit = 200
/** The second goes out beside a first that takes long, so that one row's lock does not hold up everybody. */
const callsInFlight = 2
const slowCallMs = 10

/**
 * Requests that arrive while a call is in flight form the next batch: one call after the other makes batches large (measured: 350 us
 * of the database for a request alone, 69 for one of 16). Nothing is remembered between batches: every verdict is the
 * database's, of this moment.
 */
export function createAdmissionQueue(
  store: Pick<AdmissionStore, 'admit'>,
  onBatch: (size: number, ms: number) => void = () => {},
) {
  const waiting: Asked[] = []
  let inFlight = 0
  let isSlow = false
  let scheduled = false

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

  async function send(batch: Asked[]): Promise<void> {
    inFlight++
    const startedAt = performance.now()
    isSlow = false
    const slow = setTimeout(() => {
      isSlow = true
      schedule()
    }, slowCallMs)
    await decide(store, batch)
    clearTimeout(slow)
    onBatch(batch.length, performance.now() - startedAt)
    inFlight--
    schedule()
  }

  return {
    ask: (hash: Buffer, door: Door, effect: Effect): Promise<Admission> =>
      new Promise((settle, fail) => {
        waiting.push({ hash, door, effect, settle, fail })
        schedule()
      }),
    idle: () => inFlight === 0 && waiting.length === 0,
  }
}
export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>

async function decide(store: Pick<AdmissionStore, 'admit'>, batch: Asked[]): Promise<void> {
  const groups = group(batch)
  try {
    await settleGroups(store, groups)
  } catch (error) {
    if (!wasRolledBack(error)) return failAll(groups)
    for (const single of groups) await settleGroups(store, [single]).catch(() => failAll([single]))
  }
}

type Group = { row: AdmissionRow; asked: Asked[] }

function group(batch: Asked[]): Group[] {
  const groups = new Map<string, Group>()
  for (const asked of batch) {
    const id = `${asked.door} ${asked.effect} ${asked.hash.toString('latin1')}`
    const known = groups.get(id)
    if (known) known.asked.push(asked)
    else groups.set(id, { row: { hash: asked.hash, door: asked.door, effect: asked.effect, count: 0 }, asked: [asked] })
  }
  for (const { row, asked } of groups.values()) row.count = asked.length
  return [...groups.values()]
}

async function settleGroups(store: Pick<AdmissionStore, 'admit'>, groups: Group[]): Promise<void> {
  const decisions = await store.admit(groups.map(({ row }) => row))
  for (const [i, { asked }] of groups.entries()) {
    const decision = decisions.get(i)
    for (const [k, one] of asked.entries())
      one.settle(decision ? verdictOf(one.effect, decision, k) : { verdict: 'invalid' })
  }
}

/** The k-th of the requests that one decision stands for: the first ones pass, each with the figures of its own turn. */
function verdictOf(effect: Effect, d: Decision, k: number): Admission {
  if (effect === 'check') return admission('passed', d, d)
  if (k >= d.granted) return admission('limited', d, d)
  const turn = { minuteLeft: d.minuteLeft + (d.granted - 1 - k), strikes: d.strikes, used: d.used }
  if (effect === 'rate') return admission('passed', d, turn)
  if (effect === 'strike') {
    // The fifth strike revokes; what came with it meets a revoked key.
    if (k >= d.struck) return { verdict: 'invalid' }
    turn.strikes = d.strikes - d.struck + k + 1
    return admission('struck', d, turn)
  }
  if (k >= d.charged) return admission('exhausted', d, turn)
  turn.used = d.used - d.charged + k + 1
  return admission('charged', d, turn)
}

type Turn = Pick<Standing, 'minuteLeft' | 'strikes' | 'used'>

/** Written out: one shape for every verdict, on the path that every request takes. */
function admission(verdict: Exclude<Admission['verdict'], 'invalid'>, d: Decision, turn: Turn): Admission {
  const { keyId, accountId, plan, kind, siteId, minuteResetMs, dayLimit, day, nowMs } = d
  const { minuteLeft, strikes, used } = turn
  return {
    verdict,
    keyId,
    accountId,
    plan,
    kind,
    siteId,
    minuteLeft,
    minuteResetMs,
    strikes,
    used,
    dayLimit,
    day,
    nowMs,
  }
}

/** What may or may not have been committed is never tried again. */
function failAll(groups: Group[]): void {
  for (const { asked } of groups) {
    for (const one of asked) one.fail(busy('Admission is not available'))
  }
}
