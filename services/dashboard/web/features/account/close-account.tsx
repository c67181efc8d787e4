import { useAccount } from '../../api/account.ts'
import { confirmed } from '../../api/auth.ts'
import { call, read } from '../../api/call.ts'
import { signOut } from '../../api/watch-session.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Field, PasswordField } from '../../kit/form/field.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'

/** Ends the account that the person owns, with all that it has. */
export function CloseAccount({ email }: { email: string }) {
  const { accountId } = useAccount()
  return (
    <Loaded query={read('accounts.get', { params: { accountId } })}>
      {({ account }) => (
        <Panel
          title="Close this account"
          line="Its keys end at once, and its sites, ranks, research and articles are deleted everywhere. Receipts stay."
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
      label="Close the account"
      title="Close the account for good?"
      action="Close the account"
      onConfirm={async ({ confirm = '', password = '' }) => {
        await confirmed(email, password, () => call('accounts.close', { params: { accountId }, body: { confirm } }))
        await signOut()
      }}
    >
      <p>Nobody can undo this, and we cannot either.</p>
      <Field name="confirm" label={`Type ${accountMail}`} autoComplete="off" required />
      <PasswordField name="password" label="Your password" />
    </ConfirmButton>
  )
}
