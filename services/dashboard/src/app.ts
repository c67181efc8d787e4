import { createHash } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { createServiceServer } from '@rts/shared/service/http-server'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { accountsAt } from './accounts/accounts.ts'
import { createAdvice } from './advice/advice.ts'
import { createAssistants } from './assistants/assistants.ts'
import { createAttemptStore } from './attempts/attempts.ts'
import { createBilling } from './billing/billing.ts'
import type { AppConfig } from './config.ts'
import { createDoor } from './door.ts'
import { splitByCaller } from './http/by-caller.ts'
import { createPost, createUnsubscribeRoute, inviteTokens } from './letters/letters.ts'
import { createPeople, createPeopleStores, noteContact } from './people/people.ts'
import { cookieNameOf, createSessionStore } from './sessions/sessions.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import { createTeam } from './team/team.ts'
import { startUpkeep } from './upkeep.ts'

/**
 * People: who they are, how they sign in, which accounts are theirs, what they pay for, and what their browsers ask of the other
 * services. `calendar` is the time by which plans are paid; tests pass their own.
 */
export function createApp(
  parts: ServiceParts,
  config: AppConfig,
  calendar: Clock = parts.clock,
): Promise<BuiltService> {
  const common = createCommon(parts, config)
  const signIn = createSignIn(common, config)
  const people = createPeople({ ...common, passwords: signIn.passwords })
  const team = createTeam({ ...common, tellContacts: people.tellContacts, noteContact })
  const billing = createBilling({ ...common, clock: calendar }, config)
  const advice = createAdvice(common)
  const assistants = createAssistants({ ...common, overrides: config.HOST_OVERRIDES })
  const unsubscribe = createUnsubscribeRoute({ database: parts.pool, tokens: common.tokens })
  const door = createDoor(
    {
      ...common,
      routes: [...signIn.routes, team.route],
      mailRoute: (method, visit) => unsubscribe(method, visit) ?? billing.webhookRoute(method, visit),
    },
    config,
  )
  const chores = [...signIn.chores, ...deletionsOf(common), ...team.chores, ...billing.chores]
  return mountService('dashboard', parts, {
    handlers: {
      ...signIn.handlers,
      ...people.handlers,
      ...team.handlers,
      ...billing.handlers,
      ...advice.handlers,
      ...assistants.handlers,
    },
    hears: {
      'dashboard.accounts': inOrder(people.closed, billing.closed),
      'dashboard.sites': advice.sitesChanged,
      'dashboard.letters': common.mail.effect,
      'dashboard.searchConsole': people.connectionBroken,
    },
    background: () => [
      startUpkeep({ chores, logger: parts.logger }),
      people.background,
      advice.background,
      assistants.background,
      ...billing.background,
      common.mail,
    ],
    server: (rows) => createServiceServer(splitByCaller(door, rows)),
  })
}

/** What every feature is built from. */
function createCommon(parts: ServiceParts, config: AppConfig) {
  const { PUBLIC_URL: publicUrl, AUTH_SECRET, CALLER_KEYS } = config
  const call = createRpcClient(parts)
  const secret = AUTH_SECRET ?? secretFrom(CALLER_KEYS)
  const attempts = createAttemptStore(parts.pool)
  return {
    ...parts,
    ...createPeopleStores(parts.pool),
    sessions: createSessionStore(parts.pool),
    attempts,
    call,
    accountOf: accountsAt(call),
    mail: createPost({ ...parts, attempts }, config),
    tokens: inviteTokens(createHash('sha256').update(`links ${secret}`).digest('hex')),
    cookies: { cookieName: cookieNameOf(publicUrl), secret },
    publicUrl,
  }
}

/** The default secret, derived so that it does not reveal CALLER_KEYS. */
function secretFrom(callerKeys: string): string {
  return createHash('sha256').update(`sessions ${callerKeys}`).digest('hex')
}

/** Each deletes what has expired. */
function deletionsOf({ attempts, sessions, mailChanges }: ReturnType<typeof createCommon>) {
  return [attempts.forgetIdle, sessions.forgetExpired, mailChanges.forgetExpired]
}

/** One effect after the other, in the same transaction. */
function inOrder(...effects: readonly FactEffect[]): FactEffect {
  return async (client, fact) => {
    for (const effect of effects) await effect(client, fact)
  }
}
