import type { AuthBodies } from '../../src/sign-in/auth/routes.ts'
import { send } from './send.ts'

/** Signing up, in and out, and what the links of mails do. */
export async function auth<P extends keyof AuthBodies>(path: P, body: AuthBodies[P]): Promise<void> {
  await send(path, body)
}
