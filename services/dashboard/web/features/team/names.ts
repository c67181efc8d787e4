import type { OutputOf } from '../../api/call.ts'

export const leftName = 'somebody who left'

export type Names = (id: string) => string | undefined

/** What the people of an account are called, and to whom its open invites went, by their ids. */
export function namesOf({ members, invites }: OutputOf<'team.list'>): Names {
  const names = new Map([
    ...members.map(({ id, name, email }): [string, string] => [id, name || email]),
    ...invites.map(({ id, email }): [string, string] => [id, email]),
  ])
  return (id) => names.get(id)
}
