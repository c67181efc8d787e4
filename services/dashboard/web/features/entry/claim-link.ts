import { queryOptions } from '@tanstack/react-query'
import type { ClaimDocument } from '../../../src/claims/claims.ts'
import { send } from '../../api/send.ts'
import { pages } from '../../routes.ts'

export function lookAt(token: string) {
  return queryOptions({
    queryKey: ['claim', token],
    // safe because it is our own service's document
    queryFn: async ({ signal }) => (await send('/api/claim/look', { token }, { signal })) as ClaimDocument,
  })
}

/** The agent's link that the remembered way leads to; undefined for every other way. */
export function claimOfWay(way: string): string | undefined {
  const [path, token] = way.split('#')
  return path === pages.claim && token ? token : undefined
}
