import type { Owned } from '@rts/shared/derive/owned'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Account, AccountStore } from '../data/account-store.ts'

type Served = Pick<ServiceHandlers<'gateway'>, Extract<keyof Owned<'gateway'>, `accounts.${string}`>>

/** Accounts and plans, for the operator and the dashboard. */
export function accountHandlers({ accounts }: { accounts: AccountStore }): Served {
  return {
    'accounts.create': async ({ body }) => {
      const { account, created } = await accounts.create(body)
      return { account: present(account), created }
    },
    'accounts.list': async () => ({ accounts: (await accounts.list()).map(present) }),
    'accounts.update': async ({ params, body }) => ({
      account: present(await accounts.changePlan(params.accountId, body.plan)),
    }),
  }
}

function present(account: Account) {
  return { ...account, createdAt: account.createdAt.toISOString() }
}
