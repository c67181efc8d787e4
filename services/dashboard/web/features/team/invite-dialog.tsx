import { useQueryClient } from '@tanstack/react-query'
import { team as t } from '../../../texts/team.ts'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { NoRoom, type Room } from '../billing/exports.ts'

const member = { value: 'member', label: t.member, hint: t.worksOnSites }
const admin = { value: 'admin', label: t.admin, hint: t.alsoManagesKeys }

export function InviteDialog({ open, room, onClose }: { open: boolean; room: Room | undefined; onClose(): void }) {
  const queries = useQueryClient()
  const { role: own } = useAccount()
  return (
    <Dialog title={t.inviteAPerson} open={open} onClose={onClose}>
      {room && <NoRoom limit={{ name: 'people', ...room }} />}
      <Form
        action={t.sendInvite}
        onSend={async ({ email = '', role }) => {
          await call('invites.create', { body: { email, role: role === 'admin' ? 'admin' : 'member' } })
          await readAgain(queries, 'team.list')
          onClose()
        }}
      >
        <Field name="email" label={t.email} type="email" autoComplete="off" required maxLength={254} />
        {own === 'owner' && <Choice name="role" label={t.role} options={[member, admin]} chosen="member" />}
      </Form>
    </Dialog>
  )
}
