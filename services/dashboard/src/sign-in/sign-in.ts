import { systemCaller } from '@rts/shared/service/rpc-client'
import { clearAttempts, signInOf } from '../attempts/attempts.ts'
import { createClaimParts } from '../claims/claims.ts'
import type { Parts } from '../parts.ts'
import { deleteMailChange, isTaken, keepLanguage } from '../people/people.ts'
import {
  cookieValue,
  deleteLinks,
  endedSignUpCookie,
  endSession,
  signedUpPerson,
  signUpCookie,
  signUpCookieName,
  tokenOf,
} from '../sessions/sessions.ts'
import { createAsk } from './auth/ask.ts'
import { createHashing } from './auth/hashing.ts'
import { createLibrary } from './auth/library.ts'
import { createPasswords, createSignUpProof } from './auth/passwords.ts'
import { createAuthRoute } from './auth-route.ts'
import { createOwnAccounts } from './own-account.ts'
import { createSessionRoute } from './session-route.ts'
import { createSignUpRule } from './sign-up-rule.ts'

type SignInParts = Pick<
  Parts,
  | 'database'
  | 'records'
  | 'call'
  | 'quickCall'
  | 'mail'
  | 'seal'
  | 'cookies'
  | 'tokens'
  | 'publicUrl'
  | 'signUp'
  | 'clock'
  | 'logger'
>

/** Sign-up and sign-in, and the person's own account, which an agent may have begun. */
export function createSignIn(parts: SignInParts) {
  const { database, records, call, mail, cookies, publicUrl, signUp, clock, logger } = parts
  // Links that were asked for before a new password may have been asked for by somebody else.
  const dropLinks = async (personId: string) => {
    await Promise.all([deleteLinks(records, personId), deleteMailChange(records, personId)])
  }
  const hashing = createHashing()
  const library = createLibrary({
    pool: database,
    publicUrl,
    ...cookies,
    logger,
    hashing,
    post: mail.post,
    async afterReset({ id, email }) {
      // Older links would still work, and wrong passwords of others must not lock the owner out.
      await Promise.all([dropLinks(id), clearAttempts(records, signInOf(email))])
    },
  })
  const ask = createAsk(library, { publicUrl, ...cookies })
  const joinOwn = (personId: string) => own.joinOwn(personId, true)
  const claims = createClaimParts({ ...parts, joinOwn })
  const own = createOwnAccounts({
    database,
    records,
    logger,
    signUp,
    finishClaim: claims.finish,
    createAccount: async (order) =>
      (await call('accounts.create', { body: { ...order, plan: 'free' } }, systemCaller())).account.id,
  })
  const remembered = {
    cookieName: signUpCookieName(cookies.cookieName),
    secret: cookies.secret,
    isSecure: publicUrl.startsWith('https:'),
  }
  const route = createAuthRoute({
    ask,
    database,
    hashing,
    dropLinks,
    joinOwn: own.joinOwn,
    requireMaySignUp: createSignUpRule(parts),
    proveSignUp: createSignUpProof(library, cookies.secret),
    signUpCookie: (personId) => signUpCookie(remembered, personId, clock.now()),
    endedSignUpCookie: () => endedSignUpCookie(remembered),
    signedUpIn: ({ cookie }) => signedUpPerson(cookieValue(cookie, remembered.cookieName), cookies.secret, clock.now()),
    isTaken: (email) => isTaken(records, email),
    keepLanguage: (personId, language) => keepLanguage(database, personId, language),
    holdGuest: claims.hold,
    post: mail.post,
    async endSession(cookie) {
      const token = tokenOf(cookie, cookies.secret)
      if (token) await endSession(records, token)
    },
  })
  const handlers = { ...own.handlers, ...claims.handlers }
  const routes = [route, claims.route, createSessionRoute({ ask, database, cookies })]
  return { passwords: createPasswords(library, clock), handlers, routes, chores: [own.resume] }
}
