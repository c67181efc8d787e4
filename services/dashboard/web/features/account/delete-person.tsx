import { account as t } from '../../../texts/account.ts'
import { confirmed } from '../../api/auth.ts'
import { call } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Field, PasswordField } from '../../kit/form/field.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'

export function DeletePerson({ email }: { email: string }) {
  const remove = (
    <ConfirmButton
      look="danger"
      label={t.deleteYourProfile}
      title={t.deleteYourProfilePermanently}
      action={t.deleteProfile}
      onConfirm={async ({ confirm = '', password = '' }) => {
        await confirmed(email, password, () => call('person.delete', { body: { confirm } }))
        location.assign(pages.signIn)
      }}
    >
      <Field name="confirm" label={t.type(email)} autoComplete="off" required />
      <PasswordField name="password" label={t.yourPassword} />
    </ConfirmButton>
  )
  return <Panel title={t.deleteYourProfile} line={t.yourNameEmailSessions} actions={remove} />
}
