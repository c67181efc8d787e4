import type { Operations } from '@rts/shared/contract/table'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { InviteAnswerStore } from '../data/invite-answer-store.ts'
import type { InviteStore } from '../data/invite-store.ts'
import type { InviteTokens } from '../domain/invite-token.ts'
import { overBecause } from '../domain/invites.ts'
import type { AccountOf } from '../domain/open-account.ts'
import { personOf } from '../domain/person-of.ts'
import { presentInvite } from './present.ts'

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
