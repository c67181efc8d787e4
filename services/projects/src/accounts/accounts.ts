import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { type Plan, type PlanTable, planNames } from '@rts/shared/plans'
import type { Invoke, ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { rhythmOf } from '../queue/queue.ts'
import { countKeywords, findAccount } from './accounts.sql.ts'
import { type ApplyLimits, createKnownAccounts } from './known-accounts.ts'

export { countKeywords, lockAccounts, noSuchAccount } from './accounts.sql.ts'
export { keywordsOf, writeTrashLog } from './audit-log.ts'
export { lockLimits, lockOpenLimits } from './limits.ts'
export { type Actor, deleterOf } from './rules/actor.ts'
export { requireRoom, roomUnder } from './rules/plan-limits.ts'

type AccountDeps = {
  db: Database
  records: Records
  plans: PlanTable
  clock: Clock
  applyLimits: ApplyLimits
  /** The effects of an account's end: a closed one leaves nothing. */
  closed: ((tx: Transaction, accountId: string, now: Date) => Promise<unknown>)[]
}

/** Accounts as this service knows them: their plans and the limits of these. */
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
