import { call } from '../../api/call.ts'
import { confirmed } from '../../api/confirmed.ts'
import { pages } from '../../routes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { Panel } from '../../ui/page.tsx'

/** Deletes a person who owns no account: the accounts of others stay as they are. */
export function DeletePerson({ email }: { email: string }) {
  const remove = (
    <ConfirmButton
      look="danger"
      label="Delete yourself"
      title="Delete yourself for good?"
      action="Delete me"
      onConfirm={async ({ confirm = '', password = '' }) => {
        await confirmed(email, password, () => call('person.delete', { body: { confirm } }))
        location.assign(pages.signIn)
      }}
    >
      <Field name="confirm" label={`Type ${email}`} autoComplete="off" required />
      <PasswordField name="password" label="Your password" />
    </ConfirmButton>
  )
  return (
    <Panel
      title="Delete yourself"
      line="Your name, address and sessions are deleted, and you leave every team. Their accounts stay."
      actions={remove}
    />
  )
}
