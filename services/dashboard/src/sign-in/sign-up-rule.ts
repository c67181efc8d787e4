import { signUpClosed } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { findInvite } from '../team/team.ts'

/** Refuses a sign-up that the operator does not want. Throws `sign_up_closed`. */
export type SignUpRule = (email: string, invite: string | undefined) => Promise<void>

/** By invitation the invite's own link is needed: an address alone would tell a stranger who is invited. */
export function createSignUpRule({
  database,
  tokens,
  signUp,
}: Pick<Parts, 'database' | 'tokens' | 'signUp'>): SignUpRule {
  return async (email, token) => {
    if (signUp === 'open') return
    if (signUp === 'closed') throw signUpClosed(signUp)
    const id = token === undefined ? undefined : tokens.inviteOf(token)
    const invite = id === undefined ? undefined : await findInvite(database, id)
    if (invite?.status !== 'pending' || invite.email !== email) throw signUpClosed(signUp)
  }
}
