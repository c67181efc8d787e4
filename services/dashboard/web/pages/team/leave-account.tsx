import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { pages } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/page.tsx'

/** Leaves an account of somebody else. */
export function LeaveAccount() {
  const { accountId } = useAccount()
  const [asking, setAsking] = useState(false)
  const leave = (
    <Button look="danger" onClick={() => setAsking(true)}>
      Leave
    </Button>
  )
  return (
    <Panel title="Leave this account" line="You need another invite to come back." actions={leave}>
      <Confirm
        title="Leave this account?"
        action="Leave"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await call('memberships.delete', { params: { accountId } })
          chooseAccount(null)
          location.assign(pages.home)
        }}
      >
        <p>Its sites and figures are no longer yours to see, from this moment on.</p>
      </Confirm>
    </Panel>
  )
}
