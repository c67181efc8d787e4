import { randomUUID } from 'node:crypto'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { AccountOf } from '../accounts/accounts.ts'
import { type InviteTokens, linkTo, type Post, stopPath } from '../letters/letters.ts'
import { createInviteMail, type MailInvite } from './invite-mail.ts'
import { createInviteRoute } from './invite-route.ts'
import { deleteOldInvites } from './invites.sql.ts'
import { inviteHandlers } from './invites.ts'
import { type MailTransfer, memberHandlers } from './members.ts'
import { receivedInviteHandlers } from './received-invites.ts'

type TeamParts = Pick<ServiceParts, 'pool' | 'clock'> &
  Pick<Parameters<typeof memberHandlers>[0], 'noteContact' | 'sendContacts'> & {
    mail: Post
    tokens: InviteTokens
    accountOf: AccountOf
    publicUrl: string
  }

export { listReceivedInvites } from './invites.sql.ts'

/** The people of accounts: members, invites and owners. */
export function createTeam(parts: TeamParts) {
  const { pool: database, accountOf, noteContact, sendContacts, tokens } = parts
  const { mail: mailInvite, mailDue } = createInviteMail(database, inviteWriter(parts))
  return {
    handlers: {
      ...memberHandlers({ database, accountOf, mailTransfer: transferWriter(parts), noteContact, sendContacts }),
      ...inviteHandlers({ database, accountOf, mailInvite }),
      ...receivedInviteHandlers({ database, tokens, accountOf }),
    },
    route: createInviteRoute({ database, tokens }),
    chores: [mailDue, () => deleteOldInvites(database)],
  }
}

/** A mail program can only post to what is before the `#`, so that its token is another one, good for that alone. */
function inviteWriter({ mail, clock, publicUrl, tokens }: TeamParts): MailInvite {
  return (tx, { id, email, role, invitedBy, expiresAt }) => {
    const variables = {
      url: linkTo(publicUrl, 'invite', tokens.ofInvite(id)),
      stopUrl: `${publicUrl}${stopPath}?token=${tokens.ofRecipient(email)}`,
      inviter: invitedBy,
      role,
      expiresAt: expiresAt.toISOString(),
    }
    const at = clock.now().toISOString()
    return mail.compose(tx, { id, kind: 'invite', to: email, causedBy: invitedBy, at, variables })
  }
}

function transferWriter({ mail, clock, publicUrl }: TeamParts): MailTransfer {
  return async (tx, from, to) => {
    const variables = { url: `${publicUrl}/team`, from: from.email, to: to.email }
    const common = { at: clock.now().toISOString(), variables }
    await mail.compose(tx, { ...common, id: randomUUID(), kind: 'newOwner', to: to.email })
    await mail.compose(tx, { ...common, id: randomUUID(), kind: 'formerOwner', to: from.email })
  }
}
