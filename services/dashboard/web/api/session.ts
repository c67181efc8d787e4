import { queryOptions } from '@tanstack/react-query'
import type { SessionDocument } from '../../src/http/session-route.ts'
import { chooseAccount } from './chosen-account.ts'
import { send } from './send.ts'

/** Who is signed in, and in which account this tab works. */
export const session = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    // safe because it is our own service's document
    const found = (await send('/api/session', {}, { signal })) as SessionDocument
    chooseAccount(found.accountId)
    return found
  },
  staleTime: 60_000,
})
