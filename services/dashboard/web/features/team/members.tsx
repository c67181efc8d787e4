import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { team as t } from '../../../texts/team.ts'
import { worded } from '../../../texts/values.ts'
import { useRights } from '../../api/account.ts'
import type { OutputOf } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Moment } from '../../kit/words/time.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { sitesText } from './rights-fields.tsx'

type Member = OutputOf<'team.list'>['members'][number]

const columns: Column<Member>[] = [
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
  const change: Column<Member> = {
    head: t.change,
    hidden: true,
    figures: true,
    cell: (member) =>
      mayChange(member) && (
        <Button onClick={() => setChanging(member)} aria-label={t.changeNamed(member.email)}>
          {t.change}
        </Button>
      ),
  }
  return (
    <>
      <Table
        caption={t.members}
        columns={manages ? [...columns, change] : columns}
        rows={members}
        rowId={({ id }) => id}
        empty=""
      />
      <MemberDialog key={changing?.id} member={changing} onClose={() => setChanging(undefined)} />
    </>
  )
}
