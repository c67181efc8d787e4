import { randomUUID } from 'node:crypto'
import { fault, name } from '@rts/shared/contract/fields'
import { mailAddress as email, password as passwordField, type ReaderLanguage } from '@rts/shared/contract/rows/person'
import { AppError } from '@rts/shared/errors'
import { parseOwnBody } from '@rts/shared/service/invoke'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { z } from 'zod'
import { askForMailBuckets, type Bucket, proofBuckets, signInBuckets, signUpBuckets } from '../../attempts/attempts.ts'
import { languageCookie } from '../../http/language.ts'
import type { PersonLetter } from '../../letters/letters.ts'
import type { SignUpRule } from '../sign-up-rule.ts'
import type { Ask } from './ask.ts'
import { isWeakPassword, type SignUpProof } from './passwords.ts'

export type AuthParts = {
  ask: Ask
  /** Ends the session of a cookie, if it is one of ours. */
  endSession(cookie: string | undefined): Promise<void>
  dropLinks(personId: string): Promise<void>
  isTaken(email: string): Promise<boolean>
  post(letter: PersonLetter): void
  /** Keeps a guest's site while somebody signs up by its link. */
  holdGuest(token: string): Promise<void>
  proveSignUp: SignUpProof
  requireMaySignUp: SignUpRule
  /** The cookie of a browser in which a person signed up, and the one that ends it. */
  signUpCookie(personId: string): string
  endedSignUpCookie(): string
  /** The stored language of a person, or else this one from now on. */
  keepLanguage(personId: string, language: ReaderLanguage): Promise<ReaderLanguage>
  /** Makes the account of a person who has none yet. */
  joinOwn(personId: string): Promise<void>
}
/** A browser: its session's cookie, the person whom it signed up today, and the language that it reads. */
export type AuthVisit = { cookie: string | undefined; signedUp: string | undefined; language: ReaderLanguage }
/** Runs with a checked body. Answers the cookies to set. */
type Run<B> = (parts: AuthParts, body: B, visit: AuthVisit) => Promise<string[]>
export type AuthRoute<B = object> = {
  /** Throws for a body of another shape. */
  read(body: B): {
    buckets(network: string): Bucket[]
    run(parts: AuthParts, visit: AuthVisit): Promise<string[]>
  }
  /** Whether it hashes a password, which takes a tenth of a second of CPU. */
  hashes?: true
  /** Whether the browser forgets what it has stored. */
  leaves?: true
}

const token = z.string().min(1).max(1_000)
const password = passwordField.refine((given) => !isWeakPassword(given), fault(faults.weakPassword))

function route<S extends z.ZodObject>(
  schema: S,
  buckets: (body: z.output<S>, network: string) => Bucket[],
  run: Run<z.output<S>>,
  more: Pick<AuthRoute, 'hashes' | 'leaves'> = {},
): AuthRoute<z.input<S>> {
  return {
    ...more,
    read(given: object) {
      const body = parseOwnBody(schema, given)
      return { buckets: (network) => buckets(body, network), run: (parts, visit) => run(parts, body, visit) }
    },
  }
}

function mailRoute(path: string) {
  return route(
    z.strictObject({ email }),
    (_body, network) => askForMailBuckets(network),
    async ({ ask }, body) => {
      await ask(path, { body })
      return []
    },
  )
}

/** The requests of a browser without an account, by address. The library's own addresses lead nowhere. */
export const authRoutes = {
  '/auth/sign-up': route(
    z.strictObject({ email, password, name: name(100), claim: token.optional(), invite: token.optional() }),
    (_body, network) => signUpBuckets(network),
    async ({ ask, isTaken, holdGuest, requireMaySignUp, signUpCookie }, { claim, invite, ...body }, { language }) => {
      await requireMaySignUp(body.email, invite)
      const reply = await ask('/sign-up/email', { body: { ...body, language } }).catch(async (error: unknown) => {
        // Of several at once all but one are refused, which would say that the address is taken. The library says no more
        // where nothing was stored at all.
        if (!(error instanceof AppError && error.code === 'bad_request')) throw error
        if (!(await isTaken(body.email))) throw notNow()
        return undefined
      })
      if (claim !== undefined) await holdGuest(claim)
      // Where the address is taken, the library answers the id of a person who does not exist.
      return [signUpCookie(String(Object(reply?.document.user).id ?? randomUUID()))]
    },
    { hashes: true },
  ),
  '/auth/sign-in': route(
    z.strictObject({
      email,
      password: z.string().min(1).max(128),
      /** The way leads back to an agent's link, whose account may become this person's own. */
      claims: z.boolean().default(false),
    }),
    (body, network) => signInBuckets(body.email, network),
    async (parts, { claims, ...body }, { cookie, language }) => {
      const { cookies, document } = await parts.ask('/sign-in/email', { body })
      // The library would leave the session of this browser alive beside the new one.
      await parts.endSession(cookie)
      const personId = String(Object(document.user).id)
      if (!claims) await parts.joinOwn(personId)
      return [...cookies, languageCookie(await parts.keepLanguage(personId, language))]
    },
    { hashes: true },
  ),
  '/auth/sign-out': route(
    z.strictObject({}),
    () => [],
    async ({ ask }, _body, { cookie }) => (await ask('/sign-out', { cookie })).cookies,
    { leaves: true },
  ),
  '/auth/verify': route(
    z.strictObject({
      token,
      /** Needed in another browser than that of the sign-up. */
      password: z.string().min(1).max(128).optional(),
      claims: z.boolean().default(false),
    }),
    (_body, network) => proofBuckets(network),
    async (parts, { token, password, claims }, { cookie, signedUp, language }) => {
      const personId = await parts.proveSignUp(token, { password, browser: signedUp })
      // The first use of a link signs in, by a new session; a later one does nothing.
      const { cookies } = await parts.ask('/verify-email', { method: 'GET', query: { token } })
      if (cookies.length === 0) return [parts.endedSignUpCookie()]
      await parts.endSession(cookie)
      if (!claims) await parts.joinOwn(personId)
      const kept = await parts.keepLanguage(personId, language)
      return [...cookies, languageCookie(kept), parts.endedSignUpCookie()]
    },
    { hashes: true },
  ),
  '/auth/verify/send': mailRoute('/send-verification-email'),
  '/auth/reset/send': mailRoute('/request-password-reset'),
  '/auth/reset': route(
    z.strictObject({ token, password }),
    (_body, network) => proofBuckets(network),
    async ({ ask }, { token, password }) => {
      await ask('/reset-password', { body: { token, newPassword: password } })
      return []
    },
    { hashes: true },
  ),
  '/auth/password': route(
    z.strictObject({ currentPassword: z.string().min(1).max(128), newPassword: password }),
    (_body, network) => proofBuckets(network),
    async ({ ask, dropLinks, post }, body, { cookie }) => {
      const { cookies, document } = await ask('/change-password', {
        cookie,
        body: { ...body, revokeOtherSessions: true },
      })
      const { id, email } = Object(document.user)
      await dropLinks(String(id))
      post({ kind: 'changed', to: String(email) })
      return cookies
    },
    { hashes: true },
  ),
} satisfies Record<string, AuthRoute>
/** The bodies of the addresses, as pages write them. */
export type AuthBodies = { [Path in keyof typeof authRoutes]: Parameters<(typeof authRoutes)[Path]['read']>[0] }

function notNow(): AppError {
  return new AppError('unavailable', refusals.notSignedUp, { retryAfterSeconds: 1 })
}
