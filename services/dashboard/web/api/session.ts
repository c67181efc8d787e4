import { queryOptions } from '@tanstack/react-query'
import type { SessionDocument } from '../../src/sign-in/session-route.ts'
import { api as t } from '../../texts/api.ts'
import { forgetBegun } from './begun.ts'
import { chooseAccount } from './chosen-account.ts'
import { Refusal, send } from './send.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The signed-in person, and the account of this tab. */
export const session = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }) => {
    // safe because it is our own service's document
    const found = (await send('/api/session', { timeZone }, { signal })) as SessionDocument
    // Keep the current page when the session ends while a person is working on it.
    const before = client.getQueryData<SessionDocument>(['session'])
    if (before?.person && !found.person) throw new Refusal({ code: 'not_signed_in', detail: t.signInFirst })
    if (!found.person) forgetBegun()
    chooseAccount(found.accountId)
    return found
  },
  staleTime: 60_000,
})
