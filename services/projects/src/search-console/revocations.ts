import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { GrantStore } from './grants.sql.ts'
import type { ReadingStore } from './readings.sql.ts'
import type { FarewellStore } from './revocations.sql.ts'
import type { TokenVault } from './vault.ts'

type Common = { clock: Clock; logger: Logger }
export type FarewellDeps = Common & {
  farewells: FarewellStore
  vault: TokenVault
  /** Null where there is no client to revoke with. */
  revoke: ((token: string) => Promise<boolean>) | null
}
export type ResealDeps = Common & { grants: GrantStore; vault: TokenVault }
export type SweepDeps = Common & { readings: ReadingStore; forget(scope: string): Promise<void> }

/** A closed account wakes nobody. */
const farewellPollMs = 10_000
const hourMs = 3_600_000

/** Asks Google to revoke what was ended here; as often as five times, then it is left to the person, who can do it at Google. */
export function startFarewells({ farewells, vault, revoke, clock, logger }: FarewellDeps): Loop {
  return startLoop({
    pollMs: farewellPollMs,
    onError: (error) => logger.warn({ err: error }, 'Google was not asked to revoke a token'),
    round: async () => {
      const farewell = revoke ? await farewells.take(clock.now()) : undefined
      if (!farewell || !revoke) return false
      const token = vault.open('farewell', farewell.id, farewell.tokenSealed)
      if (token === null || (await revoke(token))) await farewells.done(farewell)
      return true
    },
  })
}

/** Seals again what an older key has sealed; a token whose key is lost ends its connection. */
export function startReseal({ grants, vault, clock, logger }: ResealDeps): Loop {
  return startLoop({
    pollMs: hourMs,
    onError: (error) => logger.warn({ err: error }, 'tokens could not be sealed again'),
    round: async () => {
      const old = await grants.sealedByOthers(vault.keyId)
      for (const grant of old) {
        const token = vault.open('grant', grant.accountId, grant.refreshSealed)
        if (token === null) await grants.break(grant, 'unreadable', clock.now())
        else await grants.reseal(grant, vault.seal('grant', grant.accountId, token))
      }
      return old.length > 0
    },
  })
}

/** Deletes what was read in the search console and nobody has asked for since. */
export function startReadingSweep({ readings, forget, clock, logger }: SweepDeps): Loop {
  return startLoop({
    pollMs: hourMs,
    onError: (error) => logger.warn({ err: error }, 'old readings of the search console could not be deleted'),
    round: async () => {
      for (const scope of await readings.sweep(clock.now())) await forget(scope)
      return false
    },
  })
}
