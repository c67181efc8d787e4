import type { Caller } from '@rts/shared/contract/caller'
import type { GuestRow } from '@rts/shared/contract/rows/guest'
import { AppError, invalidField } from '@rts/shared/errors'
import type { Plan, PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { actorOf } from '../accounts/rules/actor.ts'
import type { GuestClaims } from './claims.ts'
import type { Guest } from './guests.sql.ts'
import type { GuestLinkStore } from './links.ts'
import type { GuestStore } from './registration.ts'
import { linkUrl, tokenOfLink } from './rules/link.ts'

type GuestOperations =
  | 'guests.register'
  | 'accountStatus.get'
  | 'guestLinks.create'
  | 'guestLinks.get'
  | 'guestLinks.update'
  | 'guests.claim'
export type GuestHandlerDeps = {
  guests: GuestStore
  links: GuestLinkStore
  claims: GuestClaims
  plans: PlanTable
  publicUrl: string
}

/** Walk-up guests, the abilities of an agent's key, and claims of a guest's site by a person. */
export function guestHandlers(deps: GuestHandlerDeps): Pick<ServiceHandlers<'gateway'>, GuestOperations> {
  const { guests, links, claims, plans, publicUrl } = deps
  return {
    'guests.register': async ({ body }) => {
      const { guest, secret } = await guests.register(body)
      return { guest: present(guest), secret, limits: limitsOf(plans, 'guest', guest) }
    },

    'accountStatus.get': async ({ caller }) => {
      const guest = caller.kind === 'guest' ? await guests.require(caller.accountId) : undefined
      const limits = limitsOf(plans, caller.plan, guest)
      const expiresAt = guest?.endsAt.toISOString() ?? null
      return { kind: guest ? 'guest' : 'lasting', plan: caller.plan, expiresAt, limits }
    },

    'guestLinks.create': async ({ body, caller }) => {
      const { token, guest } = await links.create(caller.accountId, body.reason)
      return { url: linkUrl(publicUrl, token), expiresAt: guest.endsAt.toISOString() }
    },

    'guestLinks.get': async ({ params }) => {
      const { guest, reason } = await links.require(params.token)
      // The sweep comes once a minute.
      const status = guest.status === 'active' && guest.isOver ? 'ended' : guest.status
      return { guest: { ...present(guest), status }, reason, until: guest.heldUntil.toISOString() }
    },

    'guestLinks.update': async ({ params }) => ({ guest: present(await links.hold(params.token)) }),

    'guests.claim': async ({ body, caller }) => {
      const token = tokenOfLink(body.link)
      const accountId = targetOf(caller, body.accountId)
      if ((accountId === undefined) === (body.email === undefined)) {
        throw invalidField('accountId', 'name either the account or the email address of a new one')
      }
      const order = { key: body.key, by: actorOf(caller) }
      const claimed =
        body.email === undefined
          ? await claims.toAccount(token, accountId ?? '', order)
          : await claims.inPlace(token, body.email, order)
      return { projectId: claimed.siteId, keyId: claimed.keyId, accountId: claimed.accountId }
    },
  }
}

/** A person may claim only to their own account. */
function targetOf(caller: Caller, accountId: string | undefined): string | undefined {
  if (caller.kind !== 'person') return accountId
  if (accountId !== undefined && accountId !== caller.accountId) throw new AppError('not_found', 'No such account')
  return caller.accountId
}

/** The plan's limits; a guest may have a different rhythm. */
function limitsOf(plans: PlanTable, plan: Plan, guest: Guest | undefined) {
  const { sites, keywords, checkEveryDays, collectsPerDay, competitorsPerSite } = plans[plan]
  return {
    ...{ sites, keywords, collectsPerDay, competitorsPerSite },
    checkEveryDays: guest?.checkEveryDays ?? checkEveryDays,
  }
}

function present(guest: Guest): GuestRow {
  const { id, accountId, status, agentName, seenFrom, createdAt, endsAt } = guest
  const times = { registeredAt: createdAt.toISOString(), expiresAt: endsAt.toISOString() }
  return { id, accountId, status, agentName, from: seenFrom, ...times }
}
