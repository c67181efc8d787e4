import type { Clock } from '@rts/shared/clock'
import type { ConnectOutcome } from '@rts/shared/contract/rows/search-console'
import type { GoogleAccess } from './access.ts'
import type { GrantStore } from './grants.sql.ts'
import type { Google } from './providers/google.ts'
import type { FarewellStore } from './revocations.sql.ts'
import type { Traveller } from './states.sql.ts'
import type { TokenVault } from './vault.ts'

type ArrivalDeps = {
  google: Google
  access: GoogleAccess
  grants: GrantStore
  farewells: FarewellStore
  vault: TokenVault
  clock: Clock
  wakeFarewells(): void
}

/** Makes a connection of a code from Google. What was connected stays as it is unless this succeeds. */
export function createArrival({ google, access, grants, farewells, vault, clock, wakeFarewells }: ArrivalDeps) {
  return async ({ accountId, personId }: Traveller, code: string, verifier: string): Promise<ConnectOutcome> => {
    const told = await google.tokens.exchange(code, verifier)
    if (told.state !== 'granted') return 'failed'
    const { access: token, refreshToken, scope, mayRead, identity } = told.value
    if (!mayRead) return 'unticked'
    if (refreshToken === null) return 'no_refresh_token'
    if (!identity) return 'failed'
    const before = await grants.find(accountId)
    // Another Google account reads other properties: those of the one before are forgotten.
    if (before && before.googleSub !== identity.sub && (await farewells.endNow(accountId, clock.now()))) wakeFarewells()
    const { sub: googleSub, email } = identity
    const refreshSealed = vault.seal('grant', accountId, refreshToken)
    const grant = { accountId, googleSub, email, refreshSealed, scope, connectedBy: personId }
    access.keep(accountId, await grants.connect(grant, clock.now()), token)
    return 'connected'
  }
}
