import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useAccountDetails } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { confirmed } from '../../api/confirmed.ts'
import { session } from '../../api/session.ts'
import { signOut } from '../../api/watch-session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { Panel } from '../../ui/page.tsx'

/** Ends the account that the person owns, with all that it has. */
export function CloseAccount() {
  const { data: who } = useQuery(session)
  const { accountId } = useAccount()
  const { data } = useAccountDetails()
  const [asking, setAsking] = useState(false)
  const accountMail = data?.account.email ?? ''
  return (
    <Panel
      title="Close this account"
      line="Its keys end at once, and its sites, ranks, research and articles are deleted everywhere. Receipts stay."
      actions={
        <Button look="danger" onClick={() => setAsking(true)}>
          Close the account
        </Button>
      }
    >
      <Confirm
        title="Close the account for good?"
        action="Close the account"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async ({ confirm = '', password = '' }) => {
          await confirmed(who?.person?.email ?? '', password, () =>
            call('accounts.close', { params: { accountId }, body: { confirm } }),
          )
          await signOut()
        }}
      >
        <p>Nobody can undo this, and we cannot either.</p>
        <Field name="confirm" label={`Type ${accountMail}`} autoComplete="off" required />
        <PasswordField name="password" label="Your password" />
      </Confirm>
    </Panel>
  )
}
