import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { team as t } from '../../../texts/team.ts'
import { worded } from '../../../texts/values.ts'
import { useRights } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { sitesText } from './rights-fields.tsx'

type Invite = OutputOf<'team.list'>['invites'][number]

const columns: Column<Invite>[] = [
  { head: t.email, cell: ({ email }) => <b>{email}</b> },
  { head: t.role, cell: ({ role }) => worded('role', role) },
  { head: t.sees, cell: ({ siteIds }) => sitesText(siteIds) },
  { head: t.invited, cell: ({ invitedAt }) => <Ago at={invitedAt} /> },
  { head: t.expires, cell: ({ expiresAt }) => <Ago at={expiresAt} /> },
]

export function Invites({ invites }: { invites: Invite[] }) {
  const queries = useQueryClient()
  const { manages } = useRights()
  const [withdrawing, setWithdrawing] = useState<Invite>()
  return (
    <>
      <Table
        caption={t.invites}
        columns={manages ? [...columns, withdrawColumn(setWithdrawing)] : columns}
        rows={invites}
        rowId={({ id }) => id}
        empty=""
      />
      <Confirm
        title={t.withdrawTheInvite(withdrawing?.email ?? '')}
        action={t.withdraw}
        open={withdrawing !== undefined}
        onClose={() => setWithdrawing(undefined)}
        onConfirm={async () => {
          if (withdrawing) await call('invites.revoke', { params: { id: withdrawing.id } })
          await readAgain(queries, 'team.list')
        }}
      >
        <p>{t.linkInTheEmailStops}</p>
      </Confirm>
    </>
  )
}

function withdrawColumn(onWithdraw: (invite: Invite) => void): Column<Invite> {
  return {
    head: t.withdraw,
    hidden: true,
    figures: true,
    cell: (invite) => (
      <Button look="danger" onClick={() => onWithdraw(invite)} aria-label={t.withdrawInviteNamed(invite.email)}>
        {t.withdraw}
      </Button>
    ),
  }
}
