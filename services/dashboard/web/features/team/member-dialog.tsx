import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { team as t } from '../../../texts/team.ts'
import { useAccount } from '../../api/account.tsx'
import { call, type OutputOf, readAgain } from '../../api/call.ts'
import { confirmed, session } from '../../api/session.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Form, PasswordField } from '../../kit/form/form.tsx'
import { Divider } from '../../kit/layout/page.tsx'
import { bodyOf, lacksSites, type Rights, RightsFields } from './rights-fields.tsx'

type Member = OutputOf<'team.list'>['members'][number]

/** A manager changes the role or removes the member; the owner can transfer the account. */
export function MemberDialog({ member, onClose }: { member: Member | undefined; onClose(): void }) {
  const { role: own } = useAccount()
  const done = async () => {
    await readAgain()
    onClose()
  }
  if (!member) return null
  const isAdmin = member.role === 'admin'
  return (
    <Dialog title={member.name ?? member.email} open onClose={onClose}>
      {(own === 'owner' || !isAdmin) && <RightsForm member={member} onDone={done} />}
      <Divider />
      <Form
        action={t.removeAccount}
        look="danger"
        onSend={async () => {
          await call('members.delete', { params: { id: member.id } })
          await done()
        }}
      >
        <p>{t.removedPersonLosesAccess}</p>
      </Form>
      {own === 'owner' && isAdmin && <HandOver member={member} onDone={done} />}
    </Dialog>
  )
}

function RightsForm({ member, onDone }: { member: Member; onDone(): Promise<void> }) {
  const [rights, setRights] = useState<Rights>({
    role: member.role === 'owner' ? 'admin' : member.role,
    siteIds: member.siteIds,
  })
  return (
    <Form
      action={t.saveRights}
      waits={lacksSites(rights)}
      onSend={async () => {
        await call('members.update', { params: { id: member.id }, body: bodyOf(rights) })
        await onDone()
      }}
    >
      <RightsFields rights={rights} onChange={setRights} />
    </Form>
  )
}

function HandOver({ member, onDone }: { member: Member; onDone(): Promise<void> }) {
  const { data } = useQuery(session)
  const email = data?.person?.email ?? ''
  return (
    <>
      <Divider />
      <Form
        action={t.makeTheOwner(member.email)}
        look="danger"
        onSend={async ({ password = '' }) => {
          await confirmed(email, password, () => call('ownership.transfer', { body: { memberId: member.id } }))
          await onDone()
        }}
      >
        <p>{t.accountBecomesTheirs}</p>
        <PasswordField name="password" label={t.yourPassword} />
      </Form>
    </>
  )
}
