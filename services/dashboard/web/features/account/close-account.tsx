import { account as t } from '../../../texts/account.ts'
import { useAccount } from '../../api/account.ts'
import { confirmed } from '../../api/auth.ts'
import { call, read } from '../../api/call.ts'
import { signOut } from '../../api/watch-session.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Field, PasswordField } from '../../kit/form/field.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'

export function CloseAccount({ email }: { email: string }) {
  const { accountId } = useAccount()
  return (
    <Loaded query={read('accounts.get', { params: { accountId } })}>
      {({ account }) => (
        <Panel
          title={t.closeThisAccount}
          line={t.itsKeysStopWorking}
          actions={<Close email={email} accountId={accountId} accountMail={account.email} />}
        />
      )}
    </Loaded>
  )
}

function Close({ email, accountId, accountMail }: { email: string; accountId: string; accountMail: string }) {
  return (
    <ConfirmButton
      look="danger"
      label={t.closeTheAccount}
      title={t.closeAccountPermanently}
      action={t.closeTheAccount}
      onConfirm={async ({ confirm = '', password = '' }) => {
        await confirmed(email, password, () => call('accounts.close', { params: { accountId }, body: { confirm } }))
        await signOut()
      }}
    >
      <p>{t.thisCannotBeUndone}</p>
      <Field name="confirm" label={t.type(accountMail)} autoComplete="off" required />
      <PasswordField name="password" label={t.yourPassword} />
    </ConfirmButton>
  )
}
