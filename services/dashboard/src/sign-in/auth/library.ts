import { randomUUID } from 'node:crypto'
import type { Logger } from '@rts/shared/logger'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { PersonLetter } from '../../letters/letters.ts'
import { freshSeconds } from '../../sessions/sessions.ts'
import type { Hashing } from './hashing.ts'

export type LibraryOptions = {
  pool: ServiceParts['pool']
  publicUrl: string
  cookieName: string
  secret: string
  logger: Logger
  hashing: Pick<Hashing, 'run'>
  /** Takes a letter; never throws, and waits for nothing, so that an answer takes as long with a letter as without. */
  post(letter: PersonLetter): void
  afterReset(person: { id: string; email: string }): Promise<void>
}

const day = 86_400
/** The only requests that the library gets; `ask.ts` makes them. */
export const basePath = '/auth'

/** Passwords, sessions and the links of mails. The library has no door of its own: `routes.ts` is what browsers reach. */
export function createLibrary(options: LibraryOptions) {
  return betterAuth(libraryOptions(options))
}
export type Library = ReturnType<typeof createLibrary>

/** The library's options; a test compares our tables with what it wants. */
export function libraryOptions({ pool, publicUrl, secret, hashing, post, afterReset, ...more }: LibraryOptions) {
  return {
    appName: 'rts',
    baseURL: publicUrl,
    basePath,
    secret,
    database: pool,
    ...tables,
    ...settingsOf(publicUrl, more),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 3_600,
      password: {
        hash: (password) => hashing.run(() => hashPassword(password)),
        verify: (given) => hashing.run(() => verifyPassword(given)),
      },
      sendResetPassword: async ({ user, token }) => post({ kind: 'reset', to: user.email, token }),
      onExistingUserSignUp: async ({ user }) => post({ kind: 'known', to: user.email }),
      onPasswordReset: async ({ user }) => {
        await afterReset(user)
        post({ kind: 'changed', to: user.email })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: day,
      sendVerificationEmail: async ({ user, token }) => post({ kind: 'verify', to: user.email, token }),
    },
  } satisfies BetterAuthOptions
}

function settingsOf(publicUrl: string, { cookieName, logger }: Pick<LibraryOptions, 'cookieName' | 'logger'>) {
  const isSecure = publicUrl.startsWith('https:')
  return {
    telemetry: { enabled: false },
    // Its details have mail addresses, and so have some of its messages.
    logger: {
      level: 'error',
      log: (_level: string, message: string) => logger.error(message.replace(/\S+@\S+/g, '***')),
    },
    // Errors that are no refusals are thrown: the endpoint knows a lost database, and logs the rest.
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    advanced: {
      // The library's own prefix would be __Secure-.
      useSecureCookies: false,
      cookies: { session_token: { name: cookieName, attributes: { secure: isSecure } } },
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUID() },
    },
  } satisfies BetterAuthOptions
}

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' }
const tables = {
  user: {
    modelName: 'person',
    fields: { emailVerified: 'email_verified', ...stamps },
    additionalFields: { language: { type: 'string', required: false } },
    changeEmail: { enabled: false },
    deleteUser: { enabled: false },
  },
  session: {
    modelName: 'person_session',
    fields: {
      userId: 'person_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...stamps,
    },
    expiresIn: 14 * day,
    updateAge: day,
    freshAge: freshSeconds,
    cookieCache: { enabled: false },
  },
  account: {
    modelName: 'credential',
    fields: {
      userId: 'person_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...stamps,
    },
    accountLinking: { enabled: false },
  },
  verification: {
    modelName: 'person_token',
    storeIdentifier: 'hashed',
    fields: { expiresAt: 'expires_at', ...stamps },
  },
} satisfies BetterAuthOptions
