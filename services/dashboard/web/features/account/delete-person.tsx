import { confirmed } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Field, PasswordField } from '../../kit/form/field.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'

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
