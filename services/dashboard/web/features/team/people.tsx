import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { team as t } from '../../../texts/team.ts'
import { worded } from '../../../texts/values.ts'
import { useRights } from '../../api/account.tsx'
import { change, type OutputOf } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Badge } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { Ago, Moment } from '../../kit/words/time.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { sitesText } from './rights-fields.tsx'

type Member = OutputOf<'team.list'>['members'][number]

const memberColumns: Column<Member>[] = [
  { head: t.name, cell: ({ name, email }) => <b>{name ?? email}</b> },
  { head: t.email, cell: ({ email }) => email },
  {
    head: t.role,
    cell: ({ role, frozen }) => (frozen ? <Badge tone="warn">{t.overPlansLimit}</Badge> : worded('role', role)),
  },
  { head: t.sees, cell: ({ siteIds }) => sitesText(siteIds) },
  { head: t.joined, cell: ({ joinedAt }) => <Moment at={joinedAt} /> },
]

export function Members({ members }: { members: Member[] }) {
  const { manages } = useRights()
  const { data } = useQuery(session)
  const [changing, setChanging] = useState<Member>()
  const mayChange = ({ role, email }: Member) => manages && role !== 'owner' && email !== data?.person?.email
  const changeColumn = buttonColumn<Member>(
    t.change,
    (member) =>
      mayChange(member) && (
        <Button onClick={() => setChanging(member)} aria-label={t.changeNamed(member.email)}>
          {t.change}
        </Button>
      ),
  )
  return (
    <>
      <Table caption={t.members} columns={manages ? [...memberColumns, changeColumn] : memberColumns} rows={members} />
      <MemberDialog key={changing?.id} member={changing} onClose={() => setChanging(undefined)} />
    </>
  )
}

type Invite = OutputOf<'team.list'>['invites'][number]

const inviteColumns: Column<Invite>[] = [
  { head: t.email, cell: ({ email }) => <b>{email}</b> },
  { head: t.role, cell: ({ role }) => worded('role', role) },
  { head: t.sees, cell: ({ siteIds }) => sitesText(siteIds) },
  { head: t.invited, cell: ({ invitedAt }) => <Ago at={invitedAt} /> },
  { head: t.expires, cell: ({ expiresAt }) => <Ago at={expiresAt} /> },
]

export function Invites({ invites }: { invites: Invite[] }) {
  const { manages } = useRights()
  const columns = manages ? [...inviteColumns, withdrawColumn] : inviteColumns
  return <Table caption={t.invites} columns={columns} rows={invites} />
}

const withdrawColumn = buttonColumn<Invite>(t.withdraw, ({ id, email }) => (
  <ConfirmButton
    look="danger"
    title={t.withdrawTheInvite(email)}
    action={t.withdraw}
    aria-label={t.withdrawInviteNamed(email)}
    onConfirm={() => change('invites.revoke', { params: { id } }, 'team.list')}
  >
    <p>{t.linkInTheEmailStops}</p>
  </ConfirmButton>
))
