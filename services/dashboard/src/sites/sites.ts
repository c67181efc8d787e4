import { askProjects, type SiteChange, siteProjection } from '@rts/shared/facts/site-projection'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { Database, Transaction } from '@rts/shared/service/transaction'

/** Deletes what a feature keeps of a site. */
export type EndSite = (tx: Transaction, siteId: string) => Promise<void>
export type KnownSites = ReturnType<typeof createSites>

/** The sites of accounts, from facts. Each of `endings` runs in the transaction in which a site ends for good. */
export function createSites({ database, call }: { database: Database; call: RpcClient }, endings: readonly EndSite[]) {
  return siteProjection(database, askProjects(call), {
    async changed(tx, { id, state }: SiteChange) {
      if (state !== 'ended') return
      for (const end of endings) await end(tx, id)
    },
  })
}
