import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useAccountDetails } from '../../api/account.ts'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Meter } from '../../kit/meter.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Invites } from './invites.tsx'
import { LeaveAccount } from './leave-account.tsx'
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
