import type { AuthBodies } from '../../src/sign-in/auth/routes.ts'
import { send } from './send.ts'

/** Signing up, in and out, and what the links of mails do. */
export async function auth<P extends keyof AuthBodies>(path: P, body: AuthBodies[P]): Promise<void> {
  await send(path, body)
}

/** Does what needs a person who has just shown that it is them: their password begins a new session in the place of this one. */
export async function confirmed<T>(email: string, password: string, action: () => Promise<T>): Promise<T> {
  await auth('/auth/sign-in', { email, password })
  return action()
}
