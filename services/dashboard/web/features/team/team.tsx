import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useAccountDetails } from '../../api/account.ts'
import { call, read } from '../../api/call.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Meter } from '../../kit/meter.tsx'
import { pages } from '../../routes.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { Invites } from './invites.tsx'
import { Members } from './members.tsx'

/** Who belongs to the account, and who is invited. */
export function Team() {
  const { role } = useAccount()
  const { data } = useAccountDetails()
  const { data: team } = useQuery(read('team.list', {}))
  const room = data && team && { max: data.limits.people, used: team.members.length + team.invites.length }
  const [inviting, setInviting] = useState(false)
  const mayManage = role !== 'member'
  const invite = (
    <Button look="primary" onClick={() => setInviting(true)}>
      Invite somebody
    </Button>
  )
  return (
    <Page title="Team" line="Who works in this account." actions={mayManage && invite}>
      <Loaded query={read('team.list', {})}>
        {({ members, invites }) => (
          <>
            <Panel title="Members">
              {room && <Meter label="People of your plan" used={room.used} limit={room.max} />}
              <Members members={members} />
            </Panel>
            {invites.length > 0 && (
              <Panel title="Invited" line="An invite is good for seven days.">
                <Invites invites={invites} />
              </Panel>
            )}
          </>
        )}
      </Loaded>
      {role !== 'owner' && <LeaveAccount />}
      <InviteDialog open={inviting} room={room} onClose={() => setInviting(false)} />
    </Page>
  )
}

/** Leaves an account of somebody else. */
function LeaveAccount() {
  const { accountId } = useAccount()
  const leave = (
    <ConfirmButton
      look="danger"
      label="Leave"
      title="Leave this account?"
      action="Leave"
      onConfirm={async () => {
        await call('memberships.delete', { params: { accountId } })
        chooseAccount(null)
        location.assign(pages.home)
      }}
    >
      <p>From then on you cannot see its sites and figures.</p>
    </ConfirmButton>
  )
  return <Panel title="Leave this account" line="You need another invite to come back." actions={leave} />
}
