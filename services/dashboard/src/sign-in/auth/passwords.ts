import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, dayMs } from '@rts/shared/clock'
import { AppError, invalidField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import type { Library } from './library.ts'
import { isWeakPassword } from './weak-passwords.ts'

const linkMs = dayMs

/** Passwords of people that the operator makes. */
export function createPasswords(library: Library, clock: Clock) {
  return {
    /** Throws for one that is too easy to guess. */
    async hash(password: string): Promise<string> {
      if (isWeakPassword(password)) throw invalidField('password', faults.weakPassword)
      return (await library.$context).password.hash(password)
    },

    /** The secret of a link by which a person sets a password, once, within a day. */
    async issueReset(personId: string): Promise<string> {
      const token = randomBytes(24).toString('base64url')
      const { internalAdapter } = await library.$context
      const expiresAt = new Date(clock.now().getTime() + linkMs)
      // As the library stores a reset that a person asks for.
      await internalAdapter.createVerificationValue({
        identifier: `reset-password:${token}`,
        value: personId,
        expiresAt,
      })
      return token
    },
  }
}

export type SignUpProof = ReturnType<typeof createSignUpProof>

/** How the person of a link proves that they signed up: by the browser that they did it in, or by its password. */
type Proof = { password: string | undefined; browser: string | undefined }

/**
 * Checks that the person who opens the link of a sign-up's letter signed up. Without it, somebody could sign up with the address of
 * another, wait until its owner presses the button, and then sign in.
 */
export function createSignUpProof(library: Library, secret: string) {
  /**
   * Answers the person's id. Throws `invalid_input` for another password, and for none in another browser; `not_found` for a link
   * that is none of ours.
   */
  return async (token: string, { password, browser }: Proof): Promise<string> => {
    const email = mailOf(token, secret)
    const { internalAdapter, password: hashes } = await library.$context
    const found = email === undefined ? null : await internalAdapter.findUserByEmail(email, { includeAccounts: true })
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
    if (!found || !hash) throw new AppError('not_found', refusals.linkUsed)
    const { id } = found.user
    if (password === undefined) {
      if (browser !== id) throw invalidField('password', 'is needed: this is not the browser of the sign-up')
    } else if (!(await hashes.verify({ password, hash }))) throw invalidField('password', faults.passwordOfAnother)
    return id
  }
}

/** The address in a link of ours (a signed JSON Web Token, RFC 7519); the library checks its time. */
function mailOf(token: string, secret: string): string | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return String(JSON.parse(Buffer.from(payload, 'base64url').toString()).email)
}
