import type { ReactNode } from 'react'
import { team as t } from '../../../texts/team.ts'
import { useRights } from '../../api/account.tsx'
import { type OutputOf, read } from '../../api/call.ts'
import { Loaded } from '../../kit/layout/page.tsx'

export const leftName = t.aFormerMember

export type Names = (id: string) => string | undefined

/** The names of members and the addresses of open invites, by id. */
export function namesOf({ members, invites }: OutputOf<'team.list'>): Names {
  const names = new Map([
    ...members.map(({ id, name, email }): [string, string] => [id, name || email]),
    ...invites.map(({ id, email }): [string, string] => [id, email]),
  ])
  return (id) => names.get(id)
}

/** Draws with the names of the account's people; those who are limited to sites do not see who they are. */
export function Named({ children }: { children(nameOf: Names): ReactNode }) {
  const { isLimited } = useRights()
  if (isLimited) return children(() => t.aMemberOfTheAccount)
  return <Loaded query={read('team.list', {})}>{(team) => children(namesOf(team))}</Loaded>
}
