import type { Clock } from '@rts/shared/clock'
import type { Caller } from '@rts/shared/contract/caller'
import type { ConnectOutcome } from '@rts/shared/contract/rows/search-console'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SiteStore } from '../sites/sites.sql.ts'
import { scopeOf } from '../sites/sites.ts'
import type { GoogleAccess } from './access.ts'
import { createArrival } from './arrival.ts'
import type { Grant, GrantStore } from './grants.sql.ts'
import type { Google } from './providers/google.ts'
import type { FarewellStore } from './revocations.sql.ts'
import { hashOf, newState } from './state.ts'
import type { StateStore, Traveller } from './states.sql.ts'
import type { TokenVault } from './vault.ts'

export type ConnectionDeps = {
  google: Google | null
  grants: GrantStore
  states: StateStore
  farewells: FarewellStore
  access: GoogleAccess | null
  sites: SiteStore
  vault: TokenVault
  clock: Clock
  /** The page where people connect. */
  pageUrl: string
  /** There is something for Google to revoke. */
  wakeFarewells(): void
}

const stateMs = 600_000

/** Whether a grant is a connection, and where to make one. */
export function connectionOf(
  grant: Grant | undefined,
  { google, pageUrl }: Pick<ConnectionDeps, 'google' | 'pageUrl'>,
) {
  const connected = google !== null && grant?.status === 'active'
  return { connected, connectUrl: connected || google === null ? null : pageUrl }
}

/** The connection of an account to Google: its state, how a person makes it, and its end. */
export function connectionHandlers(deps: ConnectionDeps) {
  const { google, grants, states, farewells, access, sites, vault, clock } = deps
  const arrive = google && access && createArrival({ ...deps, google, access })
  return {
    'searchConsole.get': async ({ caller }) => {
      const grant = await grants.find(caller.accountId)
      return { ...connectionOf(grant, deps), isAvailable: google !== null, account: grant ? accountOf(grant) : null }
    },

    'searchConsole.begin': async ({ body: { siteId = null }, caller }) => {
      if (!google) throw notAvailable()
      if (siteId !== null) await sites.require(scopeOf(caller), siteId)
      const state = newState(caller.accountId)
      const verifier = google.consent.newVerifier()
      const hash = hashOf(state)
      const now = clock.now()
      const times = { now, until: new Date(now.getTime() + stateMs) }
      const begun = { siteId, verifierSealed: vault.seal('verifier', hash, verifier) }
      await states.begin(hash, travellerOf(caller), begun, times)
      return { authorizeUrl: google.consent.addressFor(state, verifier) }
    },

    'searchConsole.finish': async ({ body: { state, code, error }, caller }) => {
      if (!arrive) throw notAvailable()
      const hash = hashOf(state)
      const traveller = travellerOf(caller)
      const begun = await states.consume(hash, traveller, clock.now())
      if (!begun) return { outcome: 'state_invalid', siteId: null }
      const outcome = (answer: ConnectOutcome) => ({ outcome: answer, siteId: begun.siteId })
      if (error !== undefined) return outcome(error === 'access_denied' ? 'denied' : 'failed')
      const verifier = vault.open('verifier', hash, begun.verifierSealed)
      if (code === undefined || verifier === null) return outcome('failed')
      return outcome(await arrive(traveller, code, verifier))
    },

    'searchConsole.disconnect': async ({ caller }) => {
      access?.forget(caller.accountId)
      if (await farewells.endNow(caller.accountId, clock.now())) deps.wakeFarewells()
      return { connected: false as const }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** A state belongs to a person in a session: in another one it is worth nothing. */
function travellerOf({ accountId, personId, sessionId }: Caller): Traveller {
  if (!personId || !sessionId) throw new AppError('not_signed_in', 'Sign in first')
  return { accountId, personId, sessionHash: hashOf(sessionId) }
}

function accountOf({ email, connectedAt, brokenAt, brokenReason }: Grant) {
  const brokenSince = brokenAt?.toISOString() ?? null
  return { email, connectedAt: connectedAt.toISOString(), brokenSince, brokenReason }
}

function notAvailable(): AppError {
  return new AppError('conflict', 'This installation has no Google client of its own yet; its operator can set one')
}
