import { createHash } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { createServiceServer } from '@rts/shared/service/http-server'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { pages } from '../web/routes.ts'
import { createAdvice } from './advice/advice.ts'
import { createConsents } from './assistants/assistants.ts'
import { createBilling } from './billing/billing.ts'
import type { AppConfig } from './config.ts'
import { createDoor } from './door.ts'
import { splitByCaller } from './http/by-caller.ts'
import { createPost, type Post } from './letters/letters.ts'
import { type BrokenLetter, tellOwnerOfBroken } from './people/broken-connections.ts'
import { forgetClosed } from './people/closed-accounts.ts'
import { createPersonParts } from './people/people.ts'
import { cookieNameOf } from './sessions/rules/cookie.ts'
import { createEntry } from './sign-in/sign-in.ts'
import { createStores } from './stores.ts'
import { accountsAt, createTeam } from './team/team.ts'
import { startUpkeep } from './upkeep.ts'

/**
 * People: who they are, how they sign in, which accounts are theirs, what they pay for, and what their browsers ask of the other
 * services. `calendar` is the time by which plans are paid; tests pass their own.
 */
export function createApp(parts: ServiceParts, config: AppConfig, calendar: Clock = parts.clock): BuiltService {
  const common = createCommon(parts, config)
  const { members, mail } = common
  const entry = createEntry(common, config)
  const persons = createPersonParts({ ...common, library: entry.library })
  const team = createTeam({ ...common, tellContacts: persons.tellContacts })
  const billing = createBilling({ ...common, clock: calendar, tokens: team.tokens }, config)
  const advice = createAdvice(common)
  const consents = createConsents({ ...common, overrides: config.HOST_OVERRIDES })
  const routes = [...entry.routes, team.route]
  const mailRoute: typeof team.mailRoute = (...asked) => team.mailRoute(...asked) ?? billing.webhookRoute(...asked)
  const door = createDoor({ ...common, ask: entry.ask, routes, mailRoute }, config)
  const chores = [...entry.chores, ...forgetting(common), ...team.chores, ...billing.chores]
  return mountService('dashboard', parts, {
    handlers: {
      ...{ ...entry.handlers, ...persons.handlers, ...team.handlers },
      ...{ ...billing.handlers, ...advice.handlers, ...consents.handlers },
    },
    hears: {
      'dashboard.accounts': inOrder(forgetClosed(members), billing.closed),
      'dashboard.sites': advice.sitesChanged,
      'dashboard.letters': mail.effect,
      'dashboard.searchConsole': tellOwnerOfBroken({ members, write: brokenWriter(common) }),
    },
    background: [
      startUpkeep({ chores, logger: parts.logger }),
      ...[persons.background, advice.background, consents.background, ...billing.background],
      mail,
    ],
    server: (rows) => createServiceServer(splitByCaller(door, rows)),
  })
}

/** What every part is built from. */
function createCommon(parts: ServiceParts, config: AppConfig) {
  const { PUBLIC_URL: publicUrl, AUTH_SECRET, CALLER_KEYS } = config
  const stores = createStores(parts.pool)
  const call = createRpcClient(parts)
  const cookies = { cookieName: cookieNameOf(publicUrl), secret: AUTH_SECRET ?? secretFrom(CALLER_KEYS) }
  const mail = createPost({ ...parts, ...stores }, config)
  return { ...parts, ...stores, call, accountOf: accountsAt(call), mail, cookies, publicUrl }
}

/** The default secret, derived so that it does not reveal CALLER_KEYS. */
function secretFrom(callerKeys: string): string {
  return createHash('sha256').update(`sessions ${callerKeys}`).digest('hex')
}

function brokenWriter({ mail, publicUrl }: { mail: Post; publicUrl: string }): BrokenLetter {
  const url = publicUrl + pages.googleConnection
  return (client, { google, ...letter }) =>
    mail.compose(client, { ...letter, kind: 'brokenConnection', variables: { url, google } })
}

/** Each deletes what has expired. */
function forgetting({ attempts, sessions, mailChanges }: ReturnType<typeof createStores>) {
  return [attempts.forgetIdle, sessions.forgetExpired, mailChanges.forgetExpired]
}

/** One effect after the other, in the same transaction. */
function inOrder(...effects: readonly FactEffect[]): FactEffect {
  return async (client, fact) => {
    for (const effect of effects) await effect(client, fact)
  }
}
