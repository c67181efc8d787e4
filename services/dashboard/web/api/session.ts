import { queryOptions } from '@tanstack/react-query'
import type { SessionDocument } from '../../src/sign-in/session-route.ts'
import { chooseAccount } from './chosen-account.ts'
import { Refusal, send } from './send.ts'

/** Who is signed in, and in which account this tab works. */
export const session = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }) => {
    // safe because it is our own service's document
    const found = (await send('/api/session', {}, { signal })) as SessionDocument
    // Whoever is in the middle of something when their session ends keeps the page that they see.
    const before = client.getQueryData<SessionDocument>(['session'])
    if (before?.person && !found.person) throw new Refusal({ code: 'not_signed_in', detail: 'Sign in first' })
    chooseAccount(found.accountId)
    return found
  },
  staleTime: 60_000,
})
