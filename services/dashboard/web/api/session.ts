import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuthBodies } from '../../src/sign-in/auth/routes.ts'
import type { SessionDocument } from '../../src/sign-in/session-route.ts'
import { api as t } from '../../texts/api.ts'
import { Refusal } from './refusal.ts'
import { chooseAccount, forgetBegun, send } from './send.ts'

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

export async function auth<P extends keyof AuthBodies>(path: P, body: AuthBodies[P]): Promise<void> {
  await send(path, body)
}

/** Runs an action that needs a fresh password: signing in again replaces the session. */
export async function confirmed<T>(email: string, password: string, action: () => Promise<T>): Promise<T> {
  await auth('/auth/sign-in', { email, password })
  return action()
}

/** Sends what needs a recent sign-in. Where it is refused for that, the form asks for the password (`isAsked`) and is sent again with it. */
export function useFresh() {
  const { data } = useQuery(session)
  const [isAsked, setAsked] = useState(false)
  const fresh = async <T>(password: string | undefined, action: () => Promise<T>): Promise<T> => {
    if (isAsked) return confirmed(data?.person?.email ?? '', password ?? '', action)
    try {
      return await action()
    } catch (error) {
      if (error instanceof Refusal && error.problem.code === 'sign_in_again') setAsked(true)
      throw error
    }
  }
  return { isAsked, fresh }
}
