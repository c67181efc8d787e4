import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionDocument } from '../../../src/sign-in/session-route.ts'
import type { InviteDocument } from '../../../src/team/received-invites.ts'
import { entry as t } from '../../../texts/entry.ts'
import { call } from '../../api/call.ts'
import { chooseAccount, send } from '../../api/send.ts'
import { session } from '../../api/session.ts'
import { useHash } from '../../kit/browser.ts'
import { Button } from '../../kit/button.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'
import { BrokenLink, LoadedNarrow, SignInFirst } from './narrow-pages.tsx'

const title = t.joinThisTeam

/** The page of an invite's link. Only its button joins the account. */
export function Invite() {
  const token = useHash()
  const [joined, setJoined] = useState(false)
  if (token === '') return <BrokenLink />
  if (joined) return <Joined />
  return (
    <LoadedNarrow title={title} query={session}>
      {(who) => (
        <LoadedNarrow title={t.thisInvite} query={lookAtInvite(token)}>
          {(invite) => <Invited token={token} who={who} invite={invite} onJoined={() => setJoined(true)} />}
        </LoadedNarrow>
      )}
    </LoadedNarrow>
  )
}

type InvitedProps = { token: string; who: SessionDocument; invite: InviteDocument; onJoined(): void }

function Invited({ token, who, invite, onJoined }: InvitedProps) {
  const line = t.invitesAs(invite.invitedBy, invite.email, t.asRole[invite.role])
  if (!who.person)
    return (
      <SignInFirst title={t.youAreInvited} line={line} way={`${pages.invite}#${token}`}>
        <p>{t.signSignUpAddress}</p>
      </SignInFirst>
    )
  const accept = async () => {
    const { accountId } = await call('invites.accept', { body: { token } })
    chooseAccount(accountId)
    onJoined()
  }
  return (
    <Narrow title={title} line={line}>
      <p>{t.youAreSigned(<b>{who.person.email}</b>)}</p>
      <Form action={t.joinTeam} onSend={accept} />
    </Narrow>
  )
}

function Joined() {
  return (
    <Narrow title={t.youJoinedTeam} line={t.switchBetweenYourAccounts}>
      {/* A whole load: the menu knows the new account. */}
      <Button look="primary" onClick={() => location.assign(pages.home)}>
        {t.openTheAccount}
      </Button>
    </Narrow>
  )
}

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
