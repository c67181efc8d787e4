import { createSeal, SealError } from '@rts/shared/seal'
import type { Database } from '@rts/shared/service/transaction'
import { type Endpoint, type Sealed, sealedUnderOtherKeys, storeResealed } from './endpoints.sql.ts'

type Closed = Sealed & Pick<Endpoint, 'formerUntil'>
export type Opened = { url: string; secrets: readonly string[] }
export type Vault = ReturnType<typeof createVault>

/** Addresses and secrets of endpoints: in the database they are sealed, and open only for their endpoint. */
export function createVault(sealKeys: string) {
  const { seal, open, keyId } = createSeal(sealKeys)
  const urlPlace = (id: string) => `webhook ${id} url`
  const secretPlace = (id: string) => `webhook ${id} secret`
  const again = (sealed: string | null, place: string) => (sealed === null ? null : seal(open(sealed, place), place))
  return {
    sealUrl: (id: string, url: string): string => seal(url, urlPlace(id)),
    sealSecret: (id: string, secret: string): string => seal(secret, secretPlace(id)),

    /** The address, and the secrets that sign at a time, the newest first. Throws `SealError`. */
    open({ id, sealedUrl, sealedSecret, formerSecret, formerUntil }: Closed, now: Date): Opened {
      const former = formerUntil && formerUntil > now ? formerSecret : null
      const sealed = [sealedSecret, former].filter((each) => each !== null)
      return { url: open(sealedUrl, urlPlace(id)), secrets: sealed.map((each) => open(each, secretPlace(id))) }
    },

    /** Seals anew what another key than today's has sealed, so that a former key can be removed. Without its key it stays as it is. */
    async resealOld(db: Database): Promise<void> {
      for await (const old of sealedUnderOtherKeys(db, keyId)) {
        const { id, sealedUrl, sealedSecret, formerSecret } = old
        try {
          await storeResealed(db, old, {
            sealedUrl: seal(open(sealedUrl, urlPlace(id)), urlPlace(id)),
            sealedSecret: again(sealedSecret, secretPlace(id)),
            formerSecret: again(formerSecret, secretPlace(id)),
          })
        } catch (error) {
          if (!(error instanceof SealError)) throw error
        }
      }
    },
  }
}
