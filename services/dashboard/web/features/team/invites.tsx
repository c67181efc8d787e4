import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'

type Invite = OutputOf<'team.list'>['invites'][number]

const columns: Column<Invite>[] = [
  { head: 'Mail address', cell: ({ email }) => <b>{email}</b> },
  { head: 'As', cell: ({ role }) => role },
  { head: 'Invited', cell: ({ invitedAt }) => <Ago at={invitedAt} /> },
  { head: 'Good until', cell: ({ expiresAt }) => <Ago at={expiresAt} /> },
]

/** Invites that wait, and the way to withdraw one. */
export function Invites({ invites }: { invites: Invite[] }) {
  const queries = useQueryClient()
  const { role } = useAccount()
  const [withdrawing, setWithdrawing] = useState<Invite>()
  return (
    <>
      <Table
        caption="Invites"
        columns={role === 'member' ? columns : [...columns, withdrawColumn(setWithdrawing)]}
        rows={invites}
        rowId={({ id }) => id}
        empty=""
      />
      <Confirm
        title={`Withdraw the invite to ${withdrawing?.email ?? ''}?`}
        action="Withdraw"
        open={withdrawing !== undefined}
        onClose={() => setWithdrawing(undefined)}
        onConfirm={async () => {
          if (withdrawing) await call('invites.revoke', { params: { id: withdrawing.id } })
          await readAgain(queries, 'team.list')
        }}
      >
        <p>The link of its mail opens nothing any more.</p>
      </Confirm>
    </>
  )
}

function withdrawColumn(onWithdraw: (invite: Invite) => void): Column<Invite> {
  return {
    head: 'Withdraw',
    hidden: true,
    figures: true,
    cell: (invite) => (
      <Button look="danger" onClick={() => onWithdraw(invite)} aria-label={`Withdraw the invite to ${invite.email}`}>
        Withdraw
      </Button>
    ),
  }
}
