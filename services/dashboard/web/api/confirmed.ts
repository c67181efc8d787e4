import { auth } from './auth.ts'

/** Does what needs a person who has just shown that it is them: their password begins a new session in the place of this one. */
export async function confirmed<T>(email: string, password: string, deed: () => Promise<T>): Promise<T> {
  await auth('/auth/sign-in', { email, password })
  return deed()
}
