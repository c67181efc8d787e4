import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, type OutputOf, read } from '../../api/call.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Refused } from '../../kit/refused.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { LoadedNarrow } from './loaded-narrow.tsx'

type Received = OutputOf<'receivedInvites.list'>['invites'][number]

/** To people without an account: those who are invited choose, all others get one of their own. */
export function Welcome() {
  return (
    <LoadedNarrow title="Welcome" query={read('receivedInvites.list', {})}>
      {({ invites }) => (invites.length > 0 ? <Invited invites={invites} /> : <Making />)}
    </LoadedNarrow>
  )
}

function Invited({ invites }: { invites: Received[] }) {
  return (
    <Narrow
      title="Welcome"
      line="You are invited to a team. Join it, or have an account of your own; you may have both."
    >
      {invites.map(({ token, invitedBy, role, expiresAt }) => (
        <Form key={token} action={`Join the team of ${invitedBy}`} onSend={() => join(token)}>
          <p>
            As {role === 'admin' ? 'an admin' : 'a member'}; the invite ends <Ago at={expiresAt} />.
          </p>
        </Form>
      ))}
      <Form action="Make an account of my own" look="plain" onSend={makeOwn} />
    </Narrow>
  )
}

function Making() {
  const { mutate, error } = useMutation({ mutationFn: makeOwn })
  useEffect(() => mutate(), [mutate])
  return (
    <Narrow title="Your account is being made" line="It takes a moment.">
      {error && <Refused error={error} />}
      {error && <Form action="Try again" onSend={makeOwn} />}
    </Narrow>
  )
}

async function join(token: string): Promise<void> {
  open((await call('invites.accept', { body: { token } })).accountId)
}

async function makeOwn(): Promise<void> {
  open((await call('ownAccount.create', {})).accountId)
}

function open(accountId: string): void {
  chooseAccount(accountId)
  location.assign(pages.home)
}
