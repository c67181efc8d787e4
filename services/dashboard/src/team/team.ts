import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { AccountOf } from '../accounts/open-account.ts'
import type { AttemptStore } from '../attempts/attempts.sql.ts'
import type { CookieRules } from '../http/visit.ts'
import type { Post } from '../letters/letters.ts'
import { linkTo } from '../letters/letters.ts'
import { createMailRefusals } from '../letters/refusals.sql.ts'
import { type InviteTokens, inviteTokens } from '../letters/rules/tokens.ts'
import { createStopRoute, stopPath } from '../letters/unsubscribe.ts'
import { createInviteAnswerStore } from './invite-answers.sql.ts'
import { createInviteMail } from './invite-mail.sql.ts'
import { createInviteRoute } from './invite-route.ts'
import { createInviteStore, type MailInvite } from './invites.sql.ts'
import { inviteHandlers } from './invites.ts'
import { createTeamStore, type MailTransfer } from './members.sql.ts'
import { teamHandlers } from './members.ts'

type TeamParts = Pick<ServiceParts, 'pool' | 'clock'> & {
  attempts: AttemptStore
  mail: Post
  accountOf: AccountOf
  tellContacts(): void
  cookies: Pick<CookieRules, 'secret'>
  publicUrl: string
}

/** The people of accounts: members, invites and owners. */
export function createTeam(parts: TeamParts) {
  const { pool, attempts, accountOf, tellContacts, cookies } = parts
  const tokens = inviteTokens(createHash('sha256').update(`links ${cookies.secret}`).digest('hex'))
  const mail = createInviteMail(pool, inviteWriter(parts, tokens))
  const team = createTeamStore(pool, transferWriter(parts))
  const [invites, answers] = [createInviteStore(pool, mail.mail), createInviteAnswerStore(pool)]
  return {
    handlers: {
      ...teamHandlers({ team, invites, accountOf, tellContacts }),
      ...inviteHandlers({ invites, answers, tokens, accountOf }),
    },
    route: createInviteRoute({ attempts, answers, tokens }),
    mailRoute: createStopRoute({ refusals: createMailRefusals(pool), tokens }),
    tokens,
    chores: [mail.mailDue, invites.forgetOld],
  }
}

/** Accounts as the gateway has them at the moment of the question. */
export function accountsAt(call: RpcClient): AccountOf {
  return async (accountId) => {
    const { account, limits } = await call('accounts.get', { params: { accountId } }, systemCaller(accountId))
    if (account.status === 'closed') throw new AppError('not_found', 'This account is closed')
    return { email: account.email, plan: account.plan, people: limits.people }
  }
}

/** A mail program can only post to what is before the `#`, so that its token is another one, good for that alone. */
function inviteWriter({ mail, clock, publicUrl }: TeamParts, tokens: InviteTokens): MailInvite {
  return (client, { id, email, role, invitedBy, expiresAt }) =>
    mail.compose(client, {
      ...{ id, kind: 'invite', to: email, at: clock.now().toISOString() },
      variables: {
        url: linkTo(publicUrl, 'invite', tokens.ofInvite(id)),
        stopUrl: `${publicUrl}${stopPath}?token=${tokens.ofRecipient(email)}`,
        ...{ inviter: invitedBy, role, expiresAt: expiresAt.toISOString() },
      },
    })
}

function transferWriter({ mail, clock, publicUrl }: TeamParts): MailTransfer {
  return async (client, from, to) => {
    const variables = { url: `${publicUrl}/team`, from: from.email, to: to.email }
    const common = { at: clock.now().toISOString(), variables }
    await mail.compose(client, { ...common, id: randomUUID(), kind: 'newOwner', to: to.email })
    await mail.compose(client, { ...common, id: randomUUID(), kind: 'formerOwner', to: from.email })
  }
}
