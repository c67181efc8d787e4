import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Clock } from '@rts/shared/clock'
import { connectPath, mcpPath, restBasePath } from '@rts/shared/contract/doors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { createServiceServer } from '@rts/shared/service/http-server'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import { pages } from '../web/routes.ts'
import { createAdvice } from './advice.ts'
import { createAsk } from './auth/ask.ts'
import { createLibrary } from './auth/library.ts'
import { createSignUpProof } from './auth/sign-up-proof.ts'
import { createBilling } from './billing.ts'
import { createClaimParts } from './claims.ts'
import type { DashboardConfig } from './config.ts'
import { createConsents } from './consents.ts'
import { createAttemptStore } from './data/attempt-store.ts'
import { createMailChangeStore } from './data/mail-change-store.ts'
import { createMemberStore } from './data/member-store.ts'
import { createPersonStore } from './data/person-store.ts'
import { createSessionStore } from './data/session-store.ts'
import { signInOf } from './domain/attempts.ts'
import { cookieNameOf, tokenOf } from './domain/cookie.ts'
import { tellOwnerOfBroken } from './handlers/broken-connections.ts'
import { forgetClosed } from './handlers/closed-accounts.ts'
import { createOwnAccounts } from './handlers/own-account.ts'
import { createAuthRoute } from './http/auth-route.ts'
import { splitByCaller } from './http/by-caller.ts'
import { createEndpoint } from './http/endpoint.ts'
import { createGoogleRoute } from './http/google-route.ts'
import { createOperationRoute } from './http/operation-route.ts'
import { createPageRoute, type PageFacts } from './http/page-route.ts'
import { createReferenceRoute } from './http/reference-route.ts'
import { createSessionRoute } from './http/session-route.ts'
import { readWebFiles } from './http/web-files.ts'
import { startUpkeep } from './jobs/upkeep.ts'
import { createPersonParts } from './persons.ts'
import { createPost, mailFolderOf } from './post.ts'
import { accountsAt, createTeam } from './team.ts'

/** What `scripts/web.ts` builds of `web/`. */
const webFolder = path.join(import.meta.dirname, 'built')
type AppConfig = Omit<DashboardConfig, 'PORT' | 'ADMIN_PORT'>

/**
 * People: who they are, how they sign in, which accounts are theirs, what they pay for, and what their browsers ask of the other
 * services. `calendar` is the time by which plans are paid; tests pass their own.
 */
export function createApp(parts: ServiceParts, config: AppConfig, calendar: Clock = parts.clock): BuiltService {
  const { pool, clock, logger, verify, isDraining } = parts
  const publicUrl = config.PUBLIC_URL
  const secret = config.AUTH_SECRET ?? secretFrom(config.CALLER_KEYS)
  const cookies = { cookieName: cookieNameOf(publicUrl), secret }
  const call = createRpcClient(parts)
  const attempts = createAttemptStore(pool)
  const sessions = createSessionStore(pool)
  const members = createMemberStore(pool)
  const mailChanges = createMailChangeStore(pool)
  const people = createPersonStore(pool)
  const mail = createPost({ ...parts, attempts }, config)
  // What was asked for before a new password may have been asked for by somebody else.
  const dropLinks = async (personId: string) => {
    await Promise.all([sessions.dropLinks(personId), mailChanges.drop(personId)])
  }
  const afterReset = async (person: { id: string; email: string }) => {
    // Older links would still work, and wrong passwords of others must not lock the owner out.
    await Promise.all([dropLinks(person.id), attempts.clear(signInOf(person.email))])
  }
  const library = createLibrary({ pool, publicUrl, ...cookies, logger, post: mail.post, afterReset })
  const ask = createAsk(library, { publicUrl, ...cookies })
  const claims = createClaimParts({
    ...{ ...parts, members, attempts, sealKeys: config.SEAL_KEYS ?? config.CALLER_KEYS },
    joinOwn: (personId) => own.joinOwn(personId, true),
  })
  const own = createOwnAccounts({
    ...{ members, logger, finishClaim: claims.finish },
    createAccount: async (order) =>
      (await call('accounts.create', { body: { ...order, plan: 'free' } }, systemCaller())).account.id,
  })
  const endSession = async (cookie: string | undefined) => {
    const token = tokenOf(cookie, secret)
    if (token) await sessions.end(token)
  }
  const accountOf = accountsAt(call)
  const stores = { persons: people, members, sessions, attempts, mailChanges }
  const persons = createPersonParts({ ...parts, ...stores, call, library, mail, publicUrl })
  const { tellContacts } = persons
  const team = createTeam({ ...parts, attempts, mail, accountOf, tellContacts }, { publicUrl, secret })
  const { tokens } = team
  const billing = createBilling({ pool, logger, clock: calendar, mail, tokens, accountOf }, config)
  const advice = createAdvice({ ...parts, call, accountOf })
  const consents = createConsents({ call, attempts, members, publicUrl, overrides: config.HOST_OVERRIDES })
  const routes = [
    createAuthRoute({
      ...{
        ask,
        attempts,
        endSession,
        joinOwn: own.joinOwn,
        dropLinks,
        proveSignUp: createSignUpProof(library, secret),
      },
      ...{ isTaken: people.isTaken, holdGuest: claims.hold, post: mail.post },
    }),
    claims.route,
    createSessionRoute({ ask, sessions, members, cookies }),
    team.route,
    createOperationRoute({ sessions, attempts, cookies, accountOf, call }),
  ]
  const hosts = config.NODE_ENV === 'production' ? new Set([new URL(publicUrl).host, ...config.ALLOWED_HOSTS]) : null
  const facts = pageFactsOf(config)
  const reference = createReferenceRoute(facts.restUrl)
  const pageOf = createPageRoute(readWebFiles(webFolder), facts)
  // What posts here from elsewhere has no Origin, no cookie and no JSON: it proves itself by what it sends.
  const mailRoute: typeof team.mailRoute = (method, visit) =>
    team.mailRoute(method, visit) ?? billing.webhookRoute(method, visit)
  const returnRoute = createGoogleRoute({ sessions, attempts, cookies, accountOf, call, logger })
  const endpoint = createEndpoint({
    ...{ routes, returnRoute, mailRoute, verify, page: (visit) => reference(visit) ?? pageOf(visit) },
    ...{ cookies, hosts, clock, logger, isDraining },
  })
  const chores = [
    own.resume,
    attempts.forgetIdle,
    sessions.forgetExpired,
    mailChanges.forgetExpired,
    ...team.chores,
    ...billing.chores,
  ]
  const forgetPeople = forgetClosed(members)
  const accountsClosed: FactEffect = async (client, fact) => {
    await forgetPeople(client, fact)
    await billing.closed(client, fact)
  }
  return mountService('dashboard', parts, {
    handlers: {
      ...own.handlers,
      ...persons.handlers,
      ...claims.handlers,
      ...team.handlers,
      ...billing.handlers,
      ...advice.handlers,
      ...consents.handlers,
    },
    hears: {
      'dashboard.accounts': accountsClosed,
      'dashboard.sites': advice.sitesChanged,
      'dashboard.letters': mail.effect,
      'dashboard.searchConsole': tellOwnerOfBroken({
        members,
        write: (client, { google, ...letter }) =>
          mail.compose(client, {
            ...letter,
            kind: 'brokenConnection',
            variables: { url: publicUrl + pages.googleConnection, google },
          }),
      }),
    },
    background: [
      startUpkeep({ chores, logger }),
      persons.background,
      advice.background,
      consents.background,
      ...billing.background,
      mail,
    ],
    server: (rows) => createServiceServer(splitByCaller(endpoint, rows)),
  })
}

function pageFactsOf({ PUBLIC_URL, NODE_ENV, SMTP_URL, DATA_DIR }: AppConfig): PageFacts {
  const isLocal = NODE_ENV !== 'production' && SMTP_URL === undefined
  return {
    restUrl: PUBLIC_URL + restBasePath,
    agentsUrl: PUBLIC_URL + mcpPath,
    connectUrl: PUBLIC_URL + connectPath,
    mailFolder: isLocal ? mailFolderOf(DATA_DIR) : null,
  }
}

/** The default secret, derived so that it does not reveal CALLER_KEYS. */
function secretFrom(callerKeys: string): string {
  return createHash('sha256').update(`sessions ${callerKeys}`).digest('hex')
}
