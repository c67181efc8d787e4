import { team as t } from '../../../texts/team.ts'
import type { OutputOf } from '../../api/call.ts'

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
