import { writeFact } from '@rts/shared/facts/write'
import type { Plan } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockAccount } from '../data/locked-account.ts'
import { addressOf, balanceOf, periodsOf } from './orders.sql.ts'
import { type Period, type Standing, standingOf } from './rules/periods.ts'
import { dueReminder, type Mark, nextReminder, type Reminded } from './rules/reminders.ts'

type Row = {
  plan: Plan
  paidUntil: Date | null
  nextPlan: Plan | null
  version: number
  remindedFor: Date | null
  remindedDays: number | null
  closedAt: Date | null
}
/** What the account has by what it paid, all that its prices depend on. */
export type Money = { standing: Standing; periods: Period[]; nextPlan: Plan | null; balance: number; isClosed: boolean }
export type Reminder = {
  accountId: string
  email: string
  standing: Standing
  nextPlan: Plan | null
  days: Mark
  paidUntil: Date
}
export type Ending = { accountId: string; email: string; plan: Plan; endedAt: Date }
/** Writes letters in the transaction that causes them. */
export type SubscriptionMail = {
  due(client: PoolClient, reminder: Reminder): Promise<void>
  ended(client: PoolClient, ending: Ending): Promise<void>
}
export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

const nobody: Row = {
  ...{ plan: 'free', paidUntil: null, nextPlan: null, version: 0 },
  ...{ remindedFor: null, remindedDays: null, closedAt: null },
}

async function readRow(db: Pool | PoolClient, accountId: string): Promise<Row> {
  const found = await db.query<Row>(
    `SELECT plan, paid_until AS "paidUntil", next_plan AS "nextPlan", version, reminded_for AS "remindedFor",
       reminded_days AS "remindedDays", closed_at AS "closedAt" FROM subscription WHERE account_id = $1`,
    [accountId],
  )
  return found.rows[0] ?? nobody
}

/** Reads what an account has by what it paid. */
export async function moneyOf(db: Pool | PoolClient, accountId: string, now: Date): Promise<Money> {
  const periods = await periodsOf(db, accountId)
  const balance = await balanceOf(db, accountId)
  const { nextPlan, closedAt } = await readRow(db, accountId)
  return { standing: standingOf(periods, nextPlan, now), periods, nextPlan, balance, isClosed: closedAt !== null }
}

/** Subscriptions: what is told of an account’s plan, and the moments at which time alone changes it. */
export function createSubscriptionStore(pool: Pool, mail: SubscriptionMail) {
  /** Compares what was told with what is, under the account’s lock: tells others of a change, writes the letters that are due. */
  async function restate(client: PoolClient, accountId: string, now: Date): Promise<void> {
    const row = await readRow(client, accountId)
    if (row.closedAt) return
    const standing = standingOf(await periodsOf(client, accountId), row.nextPlan, now)
    const isTold = row.plan === standing.plan && row.paidUntil?.getTime() === standing.paidUntil?.getTime()
    const version = isTold ? row.version : row.version + 1
    const reminded = await writeLetters(client, accountId, { row, standing, now })
    await client.query(
      `INSERT INTO subscription (account_id, plan, paid_until, next_plan, version, due_at, reminded_for, reminded_days)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (account_id) DO UPDATE SET plan = $2, paid_until = $3, next_plan = $4,
         version = $5, due_at = $6, reminded_for = $7, reminded_days = $8`,
      [
        ...[accountId, standing.plan, standing.paidUntil, row.nextPlan, version, nextMoment(standing, now)],
        ...[reminded?.paidUntil ?? null, reminded?.days ?? null],
      ],
    )
    if (!isTold) await announce(client, accountId, { standing, version, now })
  }

  async function writeLetters(
    client: PoolClient,
    accountId: string,
    { row, standing, now }: { row: Row; standing: Standing; now: Date },
  ): Promise<Reminded> {
    const reminded =
      row.remindedFor && row.remindedDays !== null ? { paidUntil: row.remindedFor, days: row.remindedDays } : null
    if (row.paidUntil && row.paidUntil <= now && !standing.period)
      await mail.ended(client, {
        accountId,
        email: await lastAddress(client, accountId),
        plan: row.plan,
        endedAt: row.paidUntil,
      })
    const days = row.nextPlan === 'free' ? null : dueReminder(standing, reminded, now)
    if (days === null || !standing.paidUntil) return reminded
    const { paidUntil } = standing
    const reminder = {
      accountId,
      email: await lastAddress(client, accountId),
      standing,
      nextPlan: row.nextPlan,
      days,
      paidUntil,
    }
    await mail.due(client, reminder)
    return { paidUntil, days }
  }

  const locked = <T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> =>
    inTransaction(pool, async (client) => {
      await lockAccount(client, accountId)
      return work(client)
    })

  return {
    restate,
    money: (accountId: string, now: Date): Promise<Money> => moneyOf(pool, accountId, now),

    /** Chooses what follows the plan that is paid for. Throws what `check` throws. */
    choose: (accountId: string, nextPlan: Plan | null, now: Date, check: (money: Money) => void) =>
      locked(accountId, async (client) => {
        check(await moneyOf(client, accountId, now))
        await client.query('UPDATE subscription SET next_plan = $2 WHERE account_id = $1', [accountId, nextPlan])
        await restate(client, accountId, now)
      }),

    /** Deals with one account whose moment has come; false where there is none. */
    async nextDue(now: Date): Promise<boolean> {
      const due = await pool.query<{ id: string }>(
        'SELECT account_id AS id FROM subscription WHERE due_at <= $1 ORDER BY due_at LIMIT 1',
        [now],
      )
      const [account] = due.rows
      if (!account) return false
      // Another replica may have been faster: saying the same again changes nothing.
      await locked(account.id, (client) => restate(client, account.id, now)).catch(async (error: unknown) => {
        // One that fails must not hold up the others.
        await pool.query('UPDATE subscription SET due_at = $2 WHERE account_id = $1', [account.id, hourAfter(now)])
        throw error
      })
      return true
    },
  }
}

const hourAfter = (now: Date): Date => new Date(now.getTime() + 3_600_000)

/** When to look at a subscription again. */
function nextMoment(standing: Standing, now: Date): Date | null {
  const moments = [standing.changesAt, nextReminder(standing, now)].filter((at) => at !== null)
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((at) => at.getTime())))
}

async function announce(
  client: PoolClient,
  accountId: string,
  { standing: { plan, paidUntil, period }, version, now }: { standing: Standing; version: number; now: Date },
): Promise<void> {
  const state = {
    ...{ id: accountId, plan, orderId: period?.orderId ?? null },
    ...{ paidUntil: paidUntil?.toISOString() ?? null, at: now.toISOString() },
  }
  await writeFact(client, { type: 'subscription.changed', aggregate: `subscription:${accountId}`, version, state })
}

async function lastAddress(client: PoolClient, accountId: string): Promise<string> {
  const found = await client.query<{ email: string }>(
    'SELECT email FROM billing_order WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1',
    [accountId],
  )
  return addressOf(client, { accountId, email: found.rows[0]?.email ?? '' })
}
