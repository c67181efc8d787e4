import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, dayMs } from '@rts/shared/clock'
import { AppError, invalidField } from '@rts/shared/errors'
import { normalForm } from '@rts/shared/normal-form'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Library } from './library.ts'

const linkMs = dayMs

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

const shortest = 10
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((word: string) => word.length >= shortest),
)
/** Fewer different characters than this are no secret. */
const minCharacters = 5

/** Whether a new password is among the most common, is one short text again and again, or counts up or down (NIST SP 800-63B-4, 3.1.1.2). */
export function isWeakPassword(password: string): boolean {
  const plain = normalForm(password, 'NFKC').toLowerCase()
  return new Set(plain).size < minCharacters || isRepeated(plain) || isRun(plain) || common.has(plain.trim())
}

/** A text that is too short for a password, repeated. */
function isRepeated(text: string): boolean {
  for (let length = 1; length < shortest; length++) {
    const once = text.slice(0, length)
    if (once.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

/** Each character follows the one before it in the alphabet or among the digits, forwards or backwards. */
function isRun(text: string): boolean {
  const steps = new Set(
    [...text].slice(1).map((character, i) => (character.codePointAt(0) ?? 0) - (text.codePointAt(i) ?? 0)),
  )
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
