import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Panel, Row } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Refused } from '../../kit/refused.tsx'

type Status = OutputOf<'searchConsole.get'>

const broken = {
  revoked: 'Google ended the permission. What was read before stays; connect again to go on.',
  unreadable: 'The stored permission can no longer be opened. Connect again.',
  unticked: 'The permission for the search console is missing. Connect again and leave it ticked.',
}

/** The way to Google, with what is read and kept there. */
export function Connect({ status: { isAvailable, account }, siteId }: { status: Status; siteId?: string }) {
  const { role } = useAccount()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('searchConsole.begin', { body: siteId === undefined ? {} : { siteId } }),
    // A form that ends at Google would be refused by the page's own rules; a plain visit is not.
    onSuccess: ({ authorizeUrl }) => location.assign(authorizeUrl),
  })
  return (
    <Panel title="Connect your Google search console">
      {account?.brokenReason && (
        <Notice tone="warn">
          The connection of {account.email} is broken. {broken[account.brokenReason]}
        </Notice>
      )}
      <p>
        We ask Google for one permission: to read the search console. We read which properties you have, and for those
        that you choose the queries with their clicks, impressions and positions.
      </p>
      <p>
        We keep these figures, your Google address, and the permission itself, sealed. We change nothing at Google. When
        you disconnect, the permission is given back and the choice of properties is forgotten.
      </p>
      {isAvailable ? (
        role === 'member' ? (
          <Notice>The owner or an admin of the account can connect it.</Notice>
        ) : (
          <Row>
            <Button look="primary" busy={isPending || isSuccess} onClick={() => mutate()}>
              Connect Google
            </Button>
          </Row>
        )
      ) : (
        <Notice>This installation has no Google client yet. Its operator can set one up.</Notice>
      )}
      {error && <Refused error={error} />}
    </Panel>
  )
}
