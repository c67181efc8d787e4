import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { Caller } from '@rts/shared/contract/caller'
import type { ConnectOutcome } from '@rts/shared/contract/rows/search-console'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import type { Records } from '../database.sql.ts'
import { requireSite, scopeOf } from '../sites/sites.ts'
import type { GoogleAccess } from './access.ts'
import { consumeState, findGrant, type Grant, insertState, storeGrant, type Traveller } from './grants.sql.ts'
import type { Google } from './providers/google.ts'
import type { TokenVault } from './token-vault.ts'
import { endConnection } from './upkeep.ts'

type ConnectionDeps = {
  db: Database
  records: Records
  google: Google | null
  access: GoogleAccess | null
  vault: TokenVault
  clock: Clock
  pageUrl: string
  wakeRevocations(): void
}
type ArrivalDeps = ConnectionDeps & { google: Google; access: GoogleAccess }

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
  const { db, records, google, access, vault, clock } = deps
  return {
    'searchConsole.get': async ({ caller }) => {
      const grant = await findGrant(db, caller.accountId)
      // Whose Google account it is concerns the whole account.
      const account = grant && caller.siteIds === null ? accountOf(grant) : null
      return { ...connectionOf(grant, deps), isAvailable: google !== null, account }
    },

    'searchConsole.begin': async ({ body: { siteId = null }, caller }) => {
      if (!google) throw notAvailable()
      if (siteId !== null) await requireSite(db, scopeOf(caller), siteId)
      const state = newState(caller.accountId)
      const verifier = google.consent.newVerifier()
      const hash = hashOf(state)
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + stateMs)
      const verifierSealed = vault.seal('verifier', hash, verifier)
      await insertState(records, { hash, ...travellerOf(caller), siteId, verifierSealed, expiresAt }, now)
      return { authorizeUrl: google.consent.addressFor(state, verifier) }
    },

    'searchConsole.finish': async ({ body: { state, code, error }, caller }) => {
      if (!google || !access) throw notAvailable()
      const hash = hashOf(state)
      const traveller = travellerOf(caller)
      const begun = await consumeState(db, hash, traveller, clock.now())
      if (!begun) return { outcome: 'state_invalid', siteId: null }
      const outcome = (answer: ConnectOutcome) => ({ outcome: answer, siteId: begun.siteId })
      if (error !== undefined) return outcome(error === 'access_denied' ? 'denied' : 'failed')
      const verifier = vault.open('verifier', hash, begun.verifierSealed)
      if (code === undefined || verifier === null) return outcome('failed')
      return outcome(await connect({ ...deps, google, access }, traveller, code, verifier))
    },

    'searchConsole.disconnect': async ({ caller }) => {
      access?.forget(caller.accountId)
      await disconnect(deps, caller.accountId)
      return { connected: false as const }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** Makes a connection of a code from Google. The one before stays as it is unless this succeeds. */
async function connect(
  deps: ArrivalDeps,
  { accountId, personId }: Traveller,
  code: string,
  verifier: string,
): Promise<ConnectOutcome> {
  const { db, google, access, vault, clock } = deps
  const exchanged = await google.tokens.exchange(code, verifier)
  if (exchanged.state !== 'granted') return 'failed'
  const { access: token, refreshToken, scope, mayRead, identity } = exchanged.value
  if (!mayRead) return 'unticked'
  if (refreshToken === null) return 'no_refresh_token'
  if (!identity) return 'failed'
  const before = await findGrant(db, accountId)
  // Another Google account reads other properties: those of the one before are forgotten.
  if (before && before.googleSub !== identity.sub) await disconnect(deps, accountId)
  const { sub: googleSub, email } = identity
  const refreshSealed = vault.seal('grant', accountId, refreshToken)
  const grant = { accountId, googleSub, email, refreshSealed, scope, connectedBy: personId }
  access.keep(accountId, await storeGrant(db, grant, clock.now()), token)
  return 'connected'
}

async function disconnect({ db, vault, clock, wakeRevocations }: ConnectionDeps, accountId: string): Promise<void> {
  const isEnded = await inTransaction(db, (tx) => endConnection(tx, vault, accountId, clock.now()))
  if (isEnded) wakeRevocations()
}

/** The state that a person takes to Google and back: their account, so that the tab it began in does not matter, and a secret. */
function newState(accountId: string): string {
  return `${accountId}.${randomBytes(32).toString('base64url')}`
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** A state belongs to a person in a session: in another one it is worth nothing. */
function travellerOf({ accountId, personId, sessionId }: Caller): Traveller {
  if (!personId || !sessionId) throw new AppError('not_signed_in', refusals.notSignedIn)
  return { accountId, personId, sessionHash: hashOf(sessionId) }
}

function accountOf({ email, connectedAt, brokenAt, brokenReason }: Grant) {
  const brokenSince = brokenAt?.toISOString() ?? null
  return { email, connectedAt: connectedAt.toISOString(), brokenSince, brokenReason }
}

function notAvailable(): AppError {
  return new AppError('conflict', 'This installation has no Google client of its own yet; its operator can set one')
}
