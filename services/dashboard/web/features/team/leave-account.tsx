import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'

/** Leaves an account of somebody else. */
export function LeaveAccount() {
  const { accountId } = useAccount()
  const leave = (
    <ConfirmButton
      look="danger"
      label="Leave"
      title="Leave this account?"
      action="Leave"
      onConfirm={async () => {
        await call('memberships.delete', { params: { accountId } })
        chooseAccount(null)
        location.assign(pages.home)
      }}
    >
      <p>From then on you cannot see its sites and figures.</p>
    </ConfirmButton>
  )
  return <Panel title="Leave this account" line="You need another invite to come back." actions={leave} />
}
