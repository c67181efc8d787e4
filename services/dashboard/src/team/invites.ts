import type { Operations } from '@rts/shared/contract/table'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountOf } from '../accounts/open-account.ts'
import { personOf } from '../accounts/rules/person-of.ts'
import type { InviteTokens } from '../letters/rules/tokens.ts'
import type { InviteAnswerStore } from './invite-answers.sql.ts'
import type { InviteStore } from './invites.sql.ts'
import { presentInvite } from './rows.ts'
import { overBecause } from './rules/invites.ts'

type Served = Pick<
  ServiceHandlers<'dashboard'>,
  Extract<keyof Operations, `invites.${string}` | `receivedInvites.${string}`>
>
export type InviteHandlerDeps = {
  invites: InviteStore
  answers: InviteAnswerStore
  tokens: InviteTokens
  accountOf: AccountOf
}

/** Invites, for those who send them and for those who get them. */
export function inviteHandlers({ invites, answers, tokens, accountOf }: InviteHandlerDeps): Served {
  return {
    'invites.create': async ({ body: { email, role }, caller }) => {
      const { accountId, personId: by = null } = caller
      const { email: contact, people } = await accountOf(accountId)
      const { invite, created } = await invites.post({ accountId, email, role, by, contact, people })
      return { id: invite.id, invite: presentInvite(invite), created }
    },
    'invites.revoke': async ({ params, caller }) => {
      await invites.revoke(caller.accountId, personOf(caller), params.id)
      return { ok: true }
    },
    'invites.accept': async ({ body, caller }) => {
      const id = tokens.inviteOf(body.token)
      const invite = id && (await answers.find(id))
      if (!invite) throw overBecause(undefined)
      const { people } = await accountOf(invite.accountId)
      return answers.accept(invite, personOf(caller), people)
    },
    'receivedInvites.list': async ({ caller }) => {
      const open = await answers.listFor(personOf(caller))
      const present = ({ id, invitedBy, role, expiresAt }: (typeof open)[number]) => ({
        ...{ token: tokens.ofInvite(id), invitedBy, role },
        expiresAt: expiresAt.toISOString(),
      })
      return { invites: open.map(present) }
    },
  }
}
