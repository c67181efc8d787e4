import { events } from '@rts/shared/contract/events'
import type { Owned } from '@rts/shared/derive/owned'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { listAccounts, requireAccount } from './accounts.sql.ts'
import { changeContact, changePlan, closeAccount, followPayments, type PlanDeps } from './changes.ts'
import { createAccount } from './opening.ts'
import { insertAuditEntry } from './records.sql.ts'
import { type RecordDeps, recordHandlers, toRow } from './records.ts'
import { actorOf, requireOwn } from './rules/callers.ts'

export { findAccount, findAndLockAccount, insertAccount } from './accounts.sql.ts'
export { announceAccount, endAccount, lockOpenAccount } from './changes.ts'
export { makeFree } from './opening.ts'
export { insertAuditEntry } from './records.sql.ts'
export { actorOf, requireOwn } from './rules/callers.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `accounts.${string}`>>

/** Accounts with their plans, what they used, and what happened to them. */
export function createAccounts(deps: RecordDeps) {
  return {
    handlers: { ...accountHandlers(deps), ...recordHandlers(deps) },
    subscriptionChanged: followPayments(deps.plans),
    teamChanged,
    trashChanged,
  }
}

/** Accounts and plans, for the operator, for the dashboard, and for people with their own account. */
function accountHandlers(deps: PlanDeps): Served {
  const { database, plans } = deps
  return {
    'accounts.create': async ({ body, caller }) => {
      const { account, created } = await createAccount(database, body, actorOf(caller))
      return { account: toRow(account), created }
    },
    'accounts.list': async () => ({ accounts: (await listAccounts(database)).map(toRow) }),
    'accounts.get': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      const account = await requireAccount(database, params.accountId)
      return { account: toRow(account), limits: plans[account.plan] }
    },
    'accounts.update': async ({ params, body, caller }) => ({
      account: toRow(await changePlan(deps, params.accountId, body.plan, actorOf(caller))),
    }),
    'accounts.contact': async ({ params, body, caller }) => ({
      account: toRow(await changeContact(database, params.accountId, body.email, actorOf(caller))),
    }),
    'accounts.close': async ({ params, body, caller }) => {
      requireOwn(caller, params.accountId)
      return { account: toRow(await closeAccount(database, params.accountId, body.confirm, actorOf(caller))) }
    },
  }
}

/** Changes of an account's team are in its audit log. */
const teamChanged: FactEffect = async (tx, fact) => {
  if (fact.type !== 'team.changed') return
  await insertAuditEntry(tx, events[fact.type].state.parse(fact.state))
}

/** Deletions of sites and keywords, and their restorations, likewise. */
const trashChanged: FactEffect = async (tx, fact) => {
  if (fact.type !== 'trash.changed') return
  const { keyId, ...entry } = events[fact.type].state.parse(fact.state)
  await insertAuditEntry(tx, { ...entry, ...(keyId !== null && { keyId }) })
}
