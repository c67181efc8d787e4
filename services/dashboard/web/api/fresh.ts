import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmed } from './auth.ts'
import { Refusal } from './send.ts'
import { session } from './session.ts'

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
