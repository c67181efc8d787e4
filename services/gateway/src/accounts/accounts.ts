import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { accountHandlers } from './account-handlers.ts'
import { insertAuditEntry } from './audit.sql.ts'
import { followPayments, type PlanDeps } from './changes.ts'
import { type RecordDeps, recordHandlers } from './records.ts'

export { findAccount, findAndLockAccount, insertAccount } from './accounts.sql.ts'
export { insertAuditEntry } from './audit.sql.ts'
export { announceAccount, lockOpenAccount } from './changes.ts'
export { endAccount } from './closing.ts'
export { makeFree } from './opening.ts'
export { actorOf, requireOwn } from './rules/callers.ts'

/** Accounts with their plans, what they used, and what happened to them. */
export function createAccounts({ database, records, callsPerDay, plans }: PlanDeps & RecordDeps) {
  return {
    handlers: { ...accountHandlers({ database, callsPerDay, plans }), ...recordHandlers({ database, records, plans }) },
    subscriptionChanged: followPayments(callsPerDay),
    teamChanged,
  }
}

/** Changes of an account's team are in its audit log. */
const teamChanged: FactEffect = async (tx, fact) => {
  if (fact.type !== 'team.changed') return
  await insertAuditEntry(tx, events[fact.type].state.parse(fact.state))
}
