import { randomBytes } from 'node:crypto'
import { type Clock, dayMs } from '@rts/shared/clock'
import { invalidField } from '@rts/shared/errors'
import type { Library } from './library.ts'
import { isWeakPassword, weakPassword } from './weak-passwords.ts'

const linkMs = dayMs

/** Passwords of people that the operator makes. */
export function createPasswords(library: Library, clock: Clock) {
  return {
    /** Throws for one that is too easy to guess. */
    async hash(password: string): Promise<string> {
      if (isWeakPassword(password)) throw invalidField('password', weakPassword)
      return (await library.$context).password.hash(password)
    },

    /** The secret of a link by which a person sets a password, once, within a day. */
    async issueReset(personId: string): Promise<string> {
      const token = randomBytes(24).toString('base64url')
      const { internalAdapter } = await library.$context
      const expiresAt = new Date(clock.now().getTime() + linkMs)
      // What the library itself stores for a reset that a person asks for.
      await internalAdapter.createVerificationValue({
        identifier: `reset-password:${token}`,
        value: personId,
        expiresAt,
      })
      return token
    },
  }
}
