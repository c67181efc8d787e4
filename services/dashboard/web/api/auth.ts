import type { AuthBodies } from '../../src/sign-in/auth/routes.ts'
import { send } from './send.ts'

export async function auth<P extends keyof AuthBodies>(path: P, body: AuthBodies[P]): Promise<void> {
  await send(path, body)
}

/** Runs an action that needs a fresh password: signing in again replaces the session. */
export async function confirmed<T>(email: string, password: string, action: () => Promise<T>): Promise<T> {
  await auth('/auth/sign-in', { email, password })
  return action()
}
