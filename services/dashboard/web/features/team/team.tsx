import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { team as t } from '../../../texts/team.ts'
import { useAccount, useAccountDetails, useRights } from '../../api/account.tsx'
import { call, change, read } from '../../api/call.ts'
import { chooseAccount } from '../../api/send.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Meter } from '../../kit/meter.tsx'
import { pages } from '../../routes.ts'
import { NoRoom, type Room } from '../billing/exports.ts'
import { Invites, Members } from './people.tsx'
import { bodyOf, lacksSites, type Rights, RightsFields } from './rights-fields.tsx'

export function Team() {
  const { role } = useAccount()
  const { manages } = useRights()
  const { data } = useAccountDetails()
  const { data: team } = useQuery(read('team.list', {}))
  const room = data && team && { max: data.limits.people, used: team.members.length + team.invites.length }
  const [inviting, setInviting] = useState(false)
  const invite = (
    <Button look="primary" onClick={() => setInviting(true)}>
      {t.invite}
    </Button>
  )
  return (
    <Page title={t.team} line={t.peopleAccount} actions={manages && invite}>
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

const first: Rights = { role: 'member', siteIds: null }

function InviteDialog({ open, room, onClose }: { open: boolean; room: Room | undefined; onClose(): void }) {
  const [rights, setRights] = useState(first)
  return (
    <Dialog title={t.inviteAPerson} open={open} onClose={onClose}>
      {room && <NoRoom limit={{ name: 'people', ...room }} />}
      <Form
        action={t.sendInvite}
        waits={lacksSites(rights)}
        onSend={async ({ email = '' }) => {
          await change('invites.create', { body: { email, ...bodyOf(rights) } }, 'team.list')
          setRights(first)
          onClose()
        }}
      >
        <Field name="email" label={t.email} type="email" autoComplete="off" required maxLength={254} />
        <RightsFields rights={rights} onChange={setRights} />
      </Form>
    </Dialog>
  )
}
