import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import type { InviteDocument } from '../../../src/team/invite-route.ts'
import { call } from '../../api/call.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { send } from '../../api/send.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { useHash } from '../../kit/use-hash.ts'
import { pages } from '../../routes.ts'
import { BrokenLink } from './broken-link.tsx'
import { LoadedNarrow } from './loaded-narrow.tsx'
import { SignInFirst } from './sign-in-first.tsx'

const title = 'Join this team?'

/** Where the link of an invite leads. Only its button joins the account. */
export function Invite() {
  const token = useHash()
  const [joined, setJoined] = useState(false)
  if (token === '') return <BrokenLink />
  if (joined) return <Joined />
  return (
    <LoadedNarrow title={title} query={session}>
      {(who) => (
        <LoadedNarrow title="This invite" query={lookAtInvite(token)}>
          {(invite) => <Invited token={token} who={who} invite={invite} onJoined={() => setJoined(true)} />}
        </LoadedNarrow>
      )}
    </LoadedNarrow>
  )
}

type InvitedProps = { token: string; who: SessionDocument; invite: InviteDocument; onJoined(): void }

function Invited({ token, who, invite, onJoined }: InvitedProps) {
  const line = `${invite.invitedBy} invites ${invite.email} as ${invite.role === 'admin' ? 'an admin' : 'a member'}.`
  if (!who.person)
    return (
      <SignInFirst title="You are invited to a team" line={line} way={`${pages.invite}#${token}`}>
        <p>Sign in, or sign up, with the address that the invite was sent to.</p>
      </SignInFirst>
    )
  const accept = async () => {
    const { accountId } = await call('invites.accept', { body: { token } })
    chooseAccount(accountId)
    onJoined()
  }
  return (
    <Narrow title={title} line={line}>
      <p>
        You are signed in as <b>{who.person.email}</b>.
      </p>
      <Form action="Join" onSend={accept} />
    </Narrow>
  )
}

function Joined() {
  return (
    <Narrow title="You are in" line="The account is now among yours; change between them at the top of the menu.">
      {/* A whole load: the menu knows the new account. */}
      <Button look="primary" onClick={() => location.assign(pages.home)}>
        Open it
      </Button>
    </Narrow>
  )
}

/** What an invite's link is about. */
function lookAtInvite(token: string) {
  return queryOptions({
    queryKey: ['invite', token],
    queryFn: async ({ signal }) => {
      // safe because it is our own service's document
      const { invite } = (await send('/api/invite/look', { token }, { signal })) as { invite: InviteDocument }
      return invite
    },
  })
}
