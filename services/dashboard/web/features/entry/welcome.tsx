import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readFacts } from '../../api/document.ts'
import { chooseAccount } from '../../api/send.ts'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Refused } from '../../kit/notice.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { LoadedNarrow } from './narrow-pages.tsx'

type Received = OutputOf<'receivedInvites.list'>['invites'][number]

/** To people without an account: those who are invited choose, all others get one of their own. */
export function Welcome() {
  return (
    <LoadedNarrow title={t.welcome} query={read('receivedInvites.list', {})}>
      {({ invites }) => (invites.length > 0 ? <Invited invites={invites} /> : <Making />)}
    </LoadedNarrow>
  )
}

function Invited({ invites }: { invites: Received[] }) {
  const mayHaveOwn = readFacts().signUp === 'open'
  return (
    <Narrow title={t.welcome} line={mayHaveOwn ? t.youInvitedTeamJoin : t.youAreInvited}>
      {invites.map(({ token, invitedBy, role, expiresAt }) => (
        <Form key={token} action={t.joinTeamNamed(invitedBy)} onSend={() => join(token)}>
          <p>{t.inviteExpires(t.asRole[role], <Ago at={expiresAt} />)}</p>
        </Form>
      ))}
      {mayHaveOwn && <Form action={t.createMyOwnAccount} look="plain" onSend={makeOwn} />}
    </Narrow>
  )
}

function Making() {
  const { mutate, error } = useMutation({ mutationFn: makeOwn })
  useEffect(() => mutate(), [mutate])
  return (
    <Narrow title={t.creatingYourAccount} line={t.takesMoment}>
      {error && <Refused error={error} />}
      {error && <Form action={t.tryAgain} onSend={makeOwn} />}
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
