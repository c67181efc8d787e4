import type { Owned } from '@rts/shared/derive/owned'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { listAccounts, requireAccount } from './accounts.sql.ts'
import { changeContact, changePlan, type PlanDeps } from './changes.ts'
import { closeAccount } from './closing.ts'
import { createAccount } from './opening.ts'
import { toRow } from './records.ts'
import { actorOf, requireOwn } from './rules/callers.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `accounts.${string}`>>

/** Accounts and plans, for the operator, for the dashboard, and for people with their own account. */
export function accountHandlers(deps: PlanDeps & { plans: PlanTable }): Served {
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
