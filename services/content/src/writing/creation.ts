import { type Clock, nextUtcMidnight } from '@rts/shared/clock'
import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Call } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'
import type { RequireThawed } from '@rts/shared/facts/frozen-site'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { PlanTable } from '@rts/shared/plans'
import type { Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { monthOf, nextMonth } from './rules/publish-month.ts'
import type { TextKind } from './text-kind.ts'
import { countText, holdSite, lockMonth, type Making } from './texts.sql.ts'
import { isUnderWay } from './texts.ts'

type Deps = {
  collects: Pick<Collects, 'order'>
  requireThawed: RequireThawed
  limits: PlanTable
  clock: Clock
  /** Without a writer, our outline costs no collect. */
  hasWriter: boolean
}
/** False: the row exists. */
type Insert = (tx: Transaction) => Promise<boolean>
type Request<R> = {
  kind: TextKind
  find(): Promise<R | undefined>
  insertAs(id: string): Insert
}
/** `isPoll`: nothing was started, and the text is not ready. */
export type Created<R> = { row: R; created: boolean; isPoll: boolean }
export type Creation = ReturnType<typeof createCreation>

export function createCreation({ collects, requireThawed, limits, clock, hasWriter }: Deps) {
  /** Throws the limit that forbids a start. Existing texts, and failed ones during their pause, stay as they are. */
  async function start(
    kind: TextKind,
    site: KnownSite,
    call: Call,
    { id, nth, insert }: { id: string; nth: number; insert?: Insert },
  ): Promise<boolean> {
    const { plan, collect } = call.caller
    if (collect === 'deny') throw new AppError('allowance_exhausted', 'Today’s calls are used up')
    await requireThawed(site)
    const limit = { now: clock.now(), max: limits[plan].writingsPerMonth }
    const order = { asker: askerOf(call, site), nth, isCounted: hasWriter }
    const make = insert && { make: (tx: Transaction) => insertWithin(tx, site, limit, insert) }
    const ordered = await collects.order(kind, { id }, { ...order, ...make })
    const max = limits[plan].collectsPerDay
    if (ordered === 'used_up') {
      const now = clock.now()
      throw usedUp({ name: 'collectsPerDay', max, used: max }, 'collects a day', nextUtcMidnight(now), now)
    }
    if (ordered === 'unknown') throw new AppError('unavailable', 'The day’s collects cannot be counted just now')
    return ordered === 'started'
  }

  /** Returns the existing text, retried after a failure, or starts one. */
  return async <R extends Making & { id: string }>(
    site: KnownSite,
    call: Call,
    { kind, find, insertAs }: Request<R>,
  ): Promise<Created<R>> => {
    const known = await find()
    if (known && known.status !== 'failed') return { row: known, created: false, isPoll: isUnderWay(known) }
    const id = known?.id ?? crypto.randomUUID()
    const insert = known ? {} : { insert: insertAs(id) }
    const isStarted = await start(kind, site, call, { id, nth: (known?.asks ?? 0) + 1, ...insert })
    const row = await find()
    if (!row) throw new AppError('conflict', refusals.deletedMeanwhile)
    return { row, created: isStarted && !known, isPoll: !isStarted && isUnderWay(row) }
  }
}

/** Inserts a text within its account's locked month; false if it exists. Throws `plan_limit_reached` or `not_found`. */
export async function insertWithin(
  tx: Transaction,
  { id, accountId }: Pick<KnownSite, 'id' | 'accountId'>,
  { now, max }: { now: Date; max: number },
  insert: Insert,
): Promise<boolean> {
  const month = monthOf(now)
  const used = await lockMonth(tx, accountId, month)
  await holdSite(tx, id)
  if (!(await insert(tx))) return false
  if (used >= max)
    throw usedUp({ name: 'writingsPerMonth', max: max, used }, 'articles and plans a month', nextMonth(now), now)
  await countText(tx, accountId, month)
  return true
}

function usedUp(limit: { name: string; max: number; used: number }, what: string, opens: Date, now: Date): AppError {
  const message = `The plan allows ${limit.max} ${what}, and they are used up; there are more from ${opens.toISOString()} on`
  const retryAfterSeconds = Math.ceil((opens.getTime() - now.getTime()) / 1_000)
  return new AppError('plan_limit_reached', message, { planLimit: limit, retryAfterSeconds })
}
