import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { session } from '../../api/session.ts'
import { pages } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Narrow } from '../../ui/narrow.tsx'
import { useHash } from '../../ui/use-hash.ts'
import { SignInFirst } from './sign-in-first.tsx'

/** Where the link of an invite leads. Only its button joins the account. */
export function Invite() {
  const token = useHash()
  const { data } = useQuery(session)
  const [joined, setJoined] = useState(false)
  if (!data) return null
  if (!data.person)
    return (
      <SignInFirst
        title="You are invited to a team"
        line="Sign in, or sign up, with the address that the invite was sent to."
        way={`${pages.invite}#${token}`}
      />
    )
  if (joined)
    return (
      <Narrow title="You are in" line="The account is now among yours; change between them at the top of the menu.">
        {/* A whole load: the menu knows the new account. */}
        <Button look="primary" onClick={() => location.assign(pages.home)}>
          Open it
        </Button>
      </Narrow>
    )
  const accept = async () => {
    const { accountId } = await call('invites.accept', { body: { token } })
    chooseAccount(accountId)
    setJoined(true)
  }
  return <Accept token={token} email={data.person.email} onAccept={accept} />
}

function Accept({ token, email, onAccept }: { token: string; email: string; onAccept(): Promise<void> }) {
  const { data } = useQuery(read('receivedInvites.list', {}))
  const invite = data?.invites.find((one) => one.token === token)
  const line = invite && `${invite.invitedBy} invites you as ${invite.role === 'admin' ? 'an admin' : 'a member'}.`
  return (
    <Narrow title="Join this team?" line={line}>
      <p>
        You are signed in as <b>{email}</b>.
      </p>
      <Form action="Join" onSend={onAccept} />
    </Narrow>
  )
}
