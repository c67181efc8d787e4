import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { team as t } from '../../../texts/team.ts'
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

export function Team() {
  const { role } = useAccount()
  const { data } = useAccountDetails()
  const { data: team } = useQuery(read('team.list', {}))
  const room = data && team && { max: data.limits.people, used: team.members.length + team.invites.length }
  const [inviting, setInviting] = useState(false)
  const mayManage = role !== 'member'
  const invite = (
    <Button look="primary" onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  )
  return (
    <Page title={t.team} line={t.peopleAccount} actions={mayManage && invite}>
      <Loaded query={read('team.list', {})}>
        {({ members, invites }) => (
          <>
            <Panel title={t.members}>
              {room && <Meter label={t.peopleYourPlan} used={room.used} limit={room.max} />}
              <Members members={members} />
            </Panel>
            {invites.length > 0 && (
              <Panel title={t.invited} line={t.invitesExpireAfterSevenDays}>
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

function LeaveAccount() {
  const { accountId } = useAccount()
  const leave = (
    <ConfirmButton
      look="danger"
      label={t.leave}
      title={t.leaveThisAccount}
      action={t.leave}
      onConfirm={async () => {
        await call('memberships.delete', { params: { accountId } })
        chooseAccount(null)
        location.assign(pages.home)
      }}
    >
      <p>{t.youWillNoLongerSee}</p>
    </ConfirmButton>
  )
  return <Panel title={t.leaveThisAccountPlain} line={t.youNeedANewInvite} actions={leave} />
}
