import { writeFact } from '@rts/shared/facts/write'
import type { Plan } from '@rts/shared/plans'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { findOwner, inAccount } from '../accounts/accounts.ts'
import type { BillingLetters } from './letters.ts'
import { findLastAddress, type Order } from './orders.sql.ts'
import { type Period, type PlanState, planStateOf } from './rules/periods.ts'
import { dueReminder, nextReminder, type Reminded } from './rules/times.ts'
import {
  balanceOf,
  findDue,
  findSubscription,
  periodsOf,
  postpone,
  type SubscriptionRow,
  storeNextPlan,
  storeSubscription,
} from './subscriptions.sql.ts'

/** The paid state of an account: all that its prices depend on. */
export type Money = {
  planState: PlanState
  periods: Period[]
  nextPlan: Plan | null
  balance: number
  isClosed: boolean
}
export type Subscriptions = ReturnType<typeof createSubscriptions>

export async function moneyOf(db: Database | Transaction, accountId: string, now: Date): Promise<Money> {
  const periods = await periodsOf(db, accountId)
  const balance = await balanceOf(db, accountId)
  const { nextPlan, closedAt } = await findSubscription(db, accountId)
  return { planState: planStateOf(periods, nextPlan, now), periods, nextPlan, balance, isClosed: closedAt !== null }
}

/** Where letters about an account's money go: to its owner, else to the address of the order; empty without an owner and orders. */
export async function addressOf(tx: Transaction, { accountId, email }: Pick<Order, 'accountId'> & Partial<Order>) {
  const owner = await findOwner(tx, accountId)
  if (owner?.isActive) return owner.email
  return email ?? (await findLastAddress(tx, accountId)) ?? ''
}

/** The plans of accounts, as the other services know them, and the moments at which time alone changes them. */
export function createSubscriptions(database: Database, letters: Pick<BillingLetters, 'due' | 'ended'>) {
  /** Compares the plan that was announced with the one that holds, under the account’s lock: announces a change, writes the letters that are due. */
  async function restate(tx: Transaction, accountId: string, now: Date): Promise<void> {
    const row = await findSubscription(tx, accountId)
    if (row.closedAt) return
    const planState = planStateOf(await periodsOf(tx, accountId), row.nextPlan, now)
    const { plan, paidUntil } = planState
    const isAnnounced = row.plan === plan && row.paidUntil?.getTime() === paidUntil?.getTime()
    const version = isAnnounced ? row.version : row.version + 1
    const reminded = await writeLetters(tx, accountId, { row, planState, now })
    await storeSubscription(tx, accountId, {
      plan,
      paidUntil,
      nextPlan: row.nextPlan,
      version,
      dueAt: nextMoment(planState, now),
      remindedFor: reminded?.paidUntil ?? null,
      remindedDays: reminded?.days ?? null,
    })
    if (!isAnnounced) await announce(tx, accountId, { planState, version, now })
  }

  async function writeLetters(
    tx: Transaction,
    accountId: string,
    { row, planState, now }: { row: SubscriptionRow; planState: PlanState; now: Date },
  ): Promise<Reminded> {
    const { plan, nextPlan, paidUntil: knownUntil, remindedFor, remindedDays } = row
    if (knownUntil && knownUntil <= now && !planState.period) {
      const email = await addressOf(tx, { accountId })
      await letters.ended(tx, { accountId, email, plan, endedAt: knownUntil })
    }
    const reminded = remindedFor && remindedDays !== null ? { paidUntil: remindedFor, days: remindedDays } : null
    const days = nextPlan === 'free' ? null : dueReminder(planState, reminded, now)
    const { paidUntil } = planState
    if (days === null || !paidUntil) return reminded
    const email = await addressOf(tx, { accountId })
    await letters.due(tx, { accountId, email, plan: planState.plan, nextPlan, days, paidUntil })
    return { paidUntil, days }
  }

  return {
    restate,

    /** Chooses the plan after the paid one. Throws the errors of `check`. */
    choose: (accountId: string, nextPlan: Plan | null, now: Date, check: (money: Money) => void) =>
      inAccount(database, accountId, async (tx) => {
        check(await moneyOf(tx, accountId, now))
        await storeNextPlan(tx, accountId, nextPlan)
        await restate(tx, accountId, now)
      }),

    /** Restates one account that is due; false if there is none. Another replica may do it too: the second changes nothing. */
    async restateNext(now: Date): Promise<boolean> {
      const accountId = await findDue(database, now)
      if (accountId === undefined) return false
      try {
        await inAccount(database, accountId, (tx) => restate(tx, accountId, now))
      } catch (error) {
        // A failing account must not hold up the others.
        await postpone(database, accountId, new Date(now.getTime() + 3_600_000))
        throw error
      }
      return true
    },
  }
}

function nextMoment(planState: PlanState, now: Date): Date | null {
  const moments = [planState.changesAt, nextReminder(planState, now)].filter((at) => at !== null)
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((at) => at.getTime())))
}

async function announce(
  tx: Transaction,
  accountId: string,
  { planState: { plan, paidUntil, period }, version, now }: { planState: PlanState; version: number; now: Date },
): Promise<void> {
  const state = {
    id: accountId,
    plan,
    orderId: period?.orderId ?? null,
    paidUntil: paidUntil?.toISOString() ?? null,
    at: now.toISOString(),
  }
  await writeFact(tx, { type: 'subscription.changed', aggregate: `subscription:${accountId}`, version, state })
}
