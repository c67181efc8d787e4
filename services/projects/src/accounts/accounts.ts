import { randomUUID } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import { events, type TrashAction } from '@rts/shared/contract/events'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { writeFact } from '@rts/shared/facts/write'
import { type Plan, type PlanLimits, type PlanTable, planNames } from '@rts/shared/plans'
import type { Invoke, ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { rhythmOf } from '../queue/queue.ts'
import { countKeywords, findAccount, findKnownPlan, lockAccount, noSuchAccount } from './accounts.sql.ts'
import { type ApplyLimits, createKnownAccounts } from './known-accounts.ts'
import { type Actor, actorOf } from './rules/accounts.ts'

export { countKeywords, lockAccounts, noSuchAccount } from './accounts.sql.ts'
export { type Actor, deleterOf, requireRoom, roomUnder } from './rules/accounts.ts'

type AccountDeps = {
  db: Database
  records: Records
  plans: PlanTable
  clock: Clock
  applyLimits: ApplyLimits
  /** The effects of an account's end: a closed one leaves nothing. */
  closed: ((tx: Transaction, accountId: string, now: Date) => Promise<unknown>)[]
}

export function createAccounts({ db, records, plans, clock, applyLimits, closed }: AccountDeps) {
  const known = createKnownAccounts(db, plans, applyLimits)

  /** An account that is new here has the free plan. */
  async function accountOf(id: string): Promise<{ plan: Plan; checkEveryDays: number | null }> {
    const account = await findAccount(records, id)
    const plan = planNames.find((name) => name === account?.plan) ?? 'free'
    return { plan, checkEveryDays: account?.checkEveryDays ?? null }
  }

  const changed: FactEffect = async (tx, fact) => {
    if (fact.type !== 'account.changed') return
    const account = events[fact.type].state.parse(fact.state)
    await known.apply(tx, account, fact.version, clock.now())
    if (account.status === 'closed') for (const end of closed) await end(tx, account.id, clock.now())
  }

  return {
    handlers: {
      'keywordRoom.get': async ({ params, caller: { accountId } }) => {
        if (params.accountId !== accountId) throw new AppError('not_found', 'No such account')
        const { plan } = await accountOf(accountId)
        return { max: plans[plan].keywords, used: await countKeywords(db, accountId) }
      },
    } satisfies Partial<ServiceHandlers<'projects'>>,

    changed,

    keepPastOfPlans: () => known.keepPastOfPlans(clock.now()),

    maxDepth: async (accountId: string) => plans[(await accountOf(accountId)).plan].maxDepth,

    rhythmDays: async (accountId: string): Promise<number> => rhythmOf(await accountOf(accountId), plans),

    /** Stores the signed caller's account and plan before each call; they may be new to this service. */
    knowing:
      (invoke: Invoke): Invoke =>
      async (name, input, call) => {
        const { kind, accountId, plan, iat } = call.caller
        // A key's plan was read at its admission a moment ago; other callers may have read theirs earlier.
        const isAuthority = kind === 'account' || kind === 'guest'
        if (accountId !== '') await known.know(accountId, plan, new Date(iat), isAuthority)
        return invoke(name, input, call)
      },
  }
}

/** `detail` names what it is about, for people. */
type Entry = { accountId: string; action: TrashAction; by: Actor; detail: Record<string, string>; now: Date }

/** Writes an entry for the account's audit log, which the gateway keeps, in the transaction of the change. */
export async function writeTrashLog(tx: Transaction, { accountId, action, by, detail, now }: Entry): Promise<void> {
  const keyId = by.personId ? null : by.keyId
  const state = { accountId, action, actor: actorOf(by), keyId, detail, at: now.toISOString() }
  await writeFact(tx, { type: 'trash.changed', aggregate: `trash:${randomUUID()}`, version: 1, state })
}

/** The detail of an entry about keywords of a site: the phrase of a single one, else how many. */
export function keywordsOf({ domain }: { domain: string }, phrases: readonly string[]): Record<string, string> {
  const [phrase] = phrases
  const what = phrases.length === 1 && phrase !== undefined ? { keyword: phrase } : { keywords: String(phrases.length) }
  return { site: domain, ...what }
}

/** The limits of an account's stored plan. Throws `not_found`. */
export async function readLimits(db: Database, plans: PlanTable, accountId: string): Promise<PlanLimits> {
  const account = await findKnownPlan(db, accountId)
  if (!account) throw noSuchAccount()
  return plans[account.plan]
}

/** Locks an account, so that other changes within its limits wait; answers the limits of its stored plan. Throws `not_found`. */
export async function lockLimits(tx: Transaction, plans: PlanTable, accountId: string): Promise<PlanLimits> {
  return plans[(await lockAccount(tx, accountId)).plan]
}

/** The same before sites are added. Throws `not_found` for a closed account: its new sites would never be deleted. */
export async function lockOpenLimits(tx: Transaction, plans: PlanTable, accountId: string): Promise<PlanLimits> {
  const { plan, status } = await lockAccount(tx, accountId)
  if (status !== 'active') throw noSuchAccount()
  return plans[plan]
}
