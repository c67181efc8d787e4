import { type EventState, events } from '@rts/shared/contract/events'
import { AppError, invalidField } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { writeFact } from '@rts/shared/facts/write'
import type { Plan, PlanTable } from '@rts/shared/plans'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import {
  type Account,
  findAndLockAccount,
  lockAccount,
  updateEmail,
  updatePlan,
  updateToClosed,
} from './accounts.sql.ts'
import { insertAuditEntry } from './records.sql.ts'

export type PlanDeps = { database: Database; plans: PlanTable }
type PlanChange = { id: string; from: Plan; to: Plan; actor: string; order?: string }

/** An account, locked until the transaction ends. Throws `not_found`; `conflict` if it is closed or a guest's. */
export async function lockOpenAccount(tx: Transaction, id: string): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (account.status === 'closed') throw new AppError('conflict', refusals.accountClosed)
  if (account.plan === 'guest') throw new AppError('conflict', 'This account is a guest’s, until a person claims it')
  return account
}

/** Announces the account to the services that keep a copy. */
export async function announceAccount(
  tx: Transaction,
  { id, plan, status, version, checkEveryDays }: EventState<'account.changed'> & { version: number },
): Promise<void> {
  const state = { id, plan, status, ...(checkEveryDays === undefined ? {} : { checkEveryDays }) }
  await writeFact(tx, { type: 'account.changed', aggregate: `account:${id}`, version, state })
}

/** Throws `not_found`, `conflict`. */
export function changePlan({ database, plans }: PlanDeps, id: string, plan: Plan, by: string): Promise<Account> {
  return inTransaction(database, async (tx) => {
    const { plan: from } = await lockOpenAccount(tx, id)
    return givePlan(tx, plans, { id, from, to: plan, actor: by })
  })
}

/** Applies paid plans and their end. Closed, unknown and guests' accounts stay as they are. */
export function followPayments(plans: PlanTable): FactEffect {
  return async (tx, fact) => {
    if (fact.type !== 'subscription.changed') return
    const { state, owner: actor } = events[fact.type]
    const { id, plan, orderId } = state.parse(fact.state)
    const account = await findAndLockAccount(tx, id)
    if (account?.status !== 'active' || account.plan === 'guest' || account.plan === plan) return
    const change = { id, from: account.plan, to: plan, actor }
    await givePlan(tx, plans, orderId === null ? change : { ...change, order: orderId })
  }
}

/** Throws `not_found`, `conflict`. */
export function changeContact(database: Database, id: string, email: string, by: string): Promise<Account> {
  return inTransaction(database, async (tx) => {
    await lockOpenAccount(tx, id)
    const account = await updateEmail(tx, id, email.toLowerCase())
    await insertAuditEntry(tx, { action: 'contact.changed', accountId: id, actor: by })
    return account
  })
}

/** Closes for good; a repeat returns the closed account. Throws `not_found`, `conflict`, `invalid_input`. */
export function closeAccount(database: Database, id: string, confirm: string, by: string): Promise<Account> {
  return inTransaction(database, async (tx) => {
    const account = await lockAccount(tx, id)
    if (account.status === 'closed') return account
    if (account.plan === 'guest') throw new AppError('conflict', 'A guest ends by itself, or is claimed')
    if (confirm.toLowerCase() !== account.email) throw invalidField('confirm', faults.notTheAccounts)
    await insertAuditEntry(tx, { action: 'account.closed', accountId: id, actor: by })
    return endAccount(tx, id)
  })
}

/** Keys end with the commit, the address is erased, and the fact makes every service delete its data. */
export async function endAccount(tx: Transaction, id: string): Promise<Account> {
  const account = await updateToClosed(tx, id)
  await announceAccount(tx, account)
  return account
}

/** An upgrade takes effect at once; a downgrade keeps today's limit. */
async function givePlan(
  tx: Transaction,
  plans: PlanTable,
  { id, from, to, actor, order }: PlanChange,
): Promise<Account> {
  const account = await updatePlan(tx, id, to, plans[from].callsPerDay ?? 0)
  await announceAccount(tx, account)
  const detail = order === undefined ? { from, to } : { from, to, order }
  await insertAuditEntry(tx, { action: 'plan.changed', accountId: id, actor, detail })
  return account
}
