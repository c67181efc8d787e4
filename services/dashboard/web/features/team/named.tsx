import type { ReactNode } from 'react'
import { team as t } from '../../../texts/team.ts'
import { useRights } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { type Names, namesOf } from './names.ts'

/** Draws with the names of the account's people; those who are limited to sites do not see who they are. */
export function Named({ children }: { children(nameOf: Names): ReactNode }) {
  const { isLimited } = useRights()
  if (isLimited) return children(() => t.aMemberOfTheAccount)
  return <Loaded query={read('team.list', {})}>{(team) => children(namesOf(team))}</Loaded>
}
