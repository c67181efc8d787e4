import { queryOptions } from '@tanstack/react-query'
import type { InviteDocument } from '../../../src/http/invite-route.ts'
import { send } from '../../api/send.ts'

/** What an invite's link is about. */
export function lookAtInvite(token: string) {
  return queryOptions({
    queryKey: ['invite', token],
    queryFn: async ({ signal }) => {
      // safe because it is our own service's document
      const { invite } = (await send('/api/invite/look', { token }, { signal })) as { invite: InviteDocument }
      return invite
    },
  })
}
