import type { Operations } from '@rts/shared/contract/table'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountOf } from '../accounts/open-account.ts'
import { personOf } from '../accounts/rules/person-of.ts'
import type { InviteStore } from './invites.sql.ts'
import type { TeamStore } from './members.sql.ts'
import { presentInvite, presentMember } from './rows.ts'

type Served = Pick<
  ServiceHandlers<'dashboard'>,
  Extract<keyof Operations, 'team.list' | `members.${string}` | `memberships.${string}` | `ownership.${string}`>
>
export type TeamHandlerDeps = {
  team: TeamStore
  invites: InviteStore
  accountOf: AccountOf
  /** An account has another owner: the gateway is told soon. */
  tellContacts(): void
}

/** Who belongs to an account. */
export function teamHandlers({ team, invites, accountOf, tellContacts }: TeamHandlerDeps): Served {
  return {
    'team.list': async ({ caller: { accountId } }) => {
      const { people } = await accountOf(accountId)
      const [members, waiting] = await Promise.all([team.list(accountId), invites.list(accountId)])
      return { members: members.map((member) => presentMember(member, people)), invites: waiting.map(presentInvite) }
    },
    'members.update': async ({ params, body, caller }) => {
      const { people } = await accountOf(caller.accountId)
      const member = await team.changeRole(caller.accountId, personOf(caller), params.id, body.role)
      return { member: presentMember(member, people) }
    },
    'members.delete': async ({ params, caller }) => {
      await team.remove(caller.accountId, personOf(caller), params.id)
      return { ok: true }
    },
    'memberships.delete': async ({ params, caller }) => {
      await team.leave(params.accountId, personOf(caller))
      return { ok: true }
    },
    'ownership.transfer': async ({ body, caller: { accountId, ...caller } }) => {
      const { people } = await accountOf(accountId)
      const owner = await team.transfer({ accountId, from: personOf(caller), to: body.memberId })
      tellContacts()
      return { owner: presentMember(owner, people) }
    },
  }
}
