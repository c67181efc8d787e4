import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { NoRoom, type Room } from '../billing/exports.ts'

const member = { value: 'member', label: 'Member', hint: 'Works on sites, keywords and texts. No keys, no people.' }
const admin = { value: 'admin', label: 'Admin', hint: 'Manages keys, people and the plan too.' }

/** Invites somebody by mail. */
export function InviteDialog({ open, room, onClose }: { open: boolean; room: Room | undefined; onClose(): void }) {
  const queries = useQueryClient()
  const { role: own } = useAccount()
  return (
    <Dialog title="Invite somebody" open={open} onClose={onClose}>
      {room && <NoRoom limit={{ name: 'people', ...room }} />}
      <Form
        action="Send the invite"
        onSend={async ({ email = '', role }) => {
          await call('invites.create', { body: { email, role: role === 'admin' ? 'admin' : 'member' } })
          await readAgain(queries, 'team.list')
          onClose()
        }}
      >
        <Field name="email" label="Mail address" type="email" autoComplete="off" required maxLength={254} />
        {own === 'owner' && <Choice name="role" label="As" options={[member, admin]} chosen="member" />}
      </Form>
    </Dialog>
  )
}
