import { type Plan, type PlanLimits, type PlanTable, planNames } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { endReach, endReachOfPlan, exchangePlanReaches, reachOf } from '../history/history.ts'
import { rhythmOf } from '../queue/queue.ts'
import { transact } from '../transact.ts'
import { findKnownPlan, findLocked, type StatedAccount, storeAccount, storePlan } from './accounts.sql.ts'

/** Freezes and thaws what an account has by the limits of a new plan. The account's row is locked. */
export type ApplyLimits = (tx: Transaction, accountId: string, limits: PlanLimits, now: Date) => Promise<void>

/** The most accounts whose plans a replica remembers. */
const maxSeen = 10_000

/** The projection of accounts. Both the gateway's facts and signed callers give the plan; the newest one wins. */
export function createKnownAccounts(db: Database, plans: PlanTable, applyLimits: ApplyLimits) {
  // The plans that this replica has seen stored. If another replica stores a new one and it is then changed back, the fact corrects it.
  const seen = new Map<string, Plan>()

  function remember(id: string, plan: Plan): void {
    if (seen.size >= maxSeen) seen.clear()
    seen.set(id, plan)
  }

  /** Stores what changes an account's rhythm. Its checks of before keep the time that they count for. */
  async function keepingPast<T>(tx: Transaction, id: string, at: Date, store: () => Promise<T>): Promise<T> {
    const reach = async () => {
      const account = await findLocked(tx, id)
      return account && reachOf(rhythmOf(account, plans))
    }
    const before = await reach()
    const stored = await store()
    if (before !== undefined && before !== (await reach())) await endReach(tx, id, { days: before, at })
    return stored
  }

  return {
    /** Stores a signed caller's account with its plan at `at`. `isAuthority`: the plan was read at admission. */
    async know(id: string, plan: Plan, at: Date, isAuthority: boolean): Promise<void> {
      // Before every call: asking costs 130 us of the process and 80 of the database.
      if (seen.get(id) === plan) return
      const known = await findKnownPlan(db, id)
      if (known?.plan === plan) return remember(id, plan)
      if (known && (known.knownAt >= at || !isAuthority)) return
      await transact(db, async (tx) => {
        const store = () => storePlan(tx, { id, plan, at, mayChange: isAuthority })
        const isStored = await keepingPast(tx, id, at, store)
        if (known && isStored) await applyLimits(tx, id, plans[plan], at)
      })
    },

    /** Notes how long checks count by plan. Where the operator gave a plan another rhythm, those of before keep theirs. */
    async keepPastOfPlans(at: Date): Promise<void> {
      const present = planNames.map((plan) => reachOf(plans[plan].checkEveryDays))
      await transact(db, async (tx) => {
        for (const { plan, days } of await exchangePlanReaches(tx, planNames, present))
          await endReachOfPlan(tx, plan, { days, at })
      })
    },

    /** Applies a fact about an account, in the transaction that notes the fact. */
    async apply(tx: Transaction, account: StatedAccount, version: number, now: Date): Promise<void> {
      await keepingPast(tx, account.id, now, () => storeAccount(tx, account, { version, now }))
      seen.delete(account.id)
      if (account.status === 'active') await applyLimits(tx, account.id, plans[account.plan], now)
    },
  }
}
