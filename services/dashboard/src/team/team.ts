import { randomUUID } from 'node:crypto'
import { invalidField } from '@rts/shared/errors'
import { type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import { linkTo, stopPath } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import { deleteOldInvites } from './invites.sql.ts'
import { createInviteMail, inviteHandlers, type MailInvite } from './invites.ts'
import { type MailTransfer, type MemberDeps, memberHandlers, type RequireSites } from './members.ts'
import { createInviteRoute, receivedInviteHandlers } from './received-invites.ts'

type TeamParts = Pick<Parts, 'database' | 'call' | 'accountOf' | 'mail' | 'tokens' | 'publicUrl' | 'clock'> &
  Pick<MemberDeps, 'noteContact' | 'sendContacts'>

export { findInvite, listReceivedInvites } from './invites.sql.ts'
export { writeTeamLog } from './members.sql.ts'

export function createTeam(parts: TeamParts) {
  const { database, accountOf, noteContact, sendContacts, tokens } = parts
  const common = { database, accountOf, requireSites: sitesOf(parts.call) }
  const { mail: mailInvite, mailDue } = createInviteMail(database, inviteWriter(parts))
  return {
    handlers: {
      ...memberHandlers({ ...common, mailTransfer: transferWriter(parts), noteContact, sendContacts }),
      ...inviteHandlers({ ...common, mailInvite }),
      ...receivedInviteHandlers({ database, tokens, accountOf }),
    },
    route: createInviteRoute({ database, tokens }),
    chores: [mailDue, () => deleteOldInvites(database)],
  }
}

/** Sites in the trash are not the account's either. */
function sitesOf(call: RpcClient): RequireSites {
  return async (accountId, siteIds) => {
    if (siteIds.length === 0) return
    const { projects } = await call('sites.list', { query: {} }, systemCaller(accountId))
    const known = new Set(projects.map(({ id }) => id))
    if (!siteIds.every((id) => known.has(id)))
      throw invalidField('siteIds', 'has a site that the account does not have')
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
