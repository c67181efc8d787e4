import type { Owned } from '@rts/shared/derive/owned'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Account } from './accounts.sql.ts'
import type { AccountStore } from './changes.ts'
import type { AccountEnd } from './closing.ts'
import { actorOf } from './rules/actor.ts'
import { requireOwn } from './rules/own-account.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `accounts.${string}`>>
export type AccountHandlerDeps = { accounts: AccountStore; end: AccountEnd; plans: PlanTable }

/** Accounts and plans, for the operator, for the dashboard, and for people with their own account. */
export function accountHandlers({ accounts, end, plans }: AccountHandlerDeps): Served {
  return {
    'accounts.create': async ({ body, caller }) => {
      const { account, created } = await accounts.create(body, actorOf(caller))
      return { account: present(account), created }
    },
    'accounts.list': async () => ({ accounts: (await accounts.list()).map(present) }),
    'accounts.get': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      const account = await accounts.require(params.accountId)
      return { account: present(account), limits: plans[account.plan] }
    },
    'accounts.update': async ({ params, body, caller }) => ({
      account: present(await accounts.changePlan(params.accountId, body.plan, actorOf(caller))),
    }),
    'accounts.contact': async ({ params, body, caller }) => ({
      account: present(await accounts.changeContact(params.accountId, body.email, actorOf(caller))),
    }),
    'accounts.close': async ({ params, body, caller }) => {
      requireOwn(caller, params.accountId)
      return { account: present(await end.close(params.accountId, body.confirm, actorOf(caller))) }
    },
  }
}

/** An account as the API shows it. */
export function present(account: Account) {
  return { ...account, createdAt: account.createdAt.toISOString() }
}
