import { AppError } from '@rts/shared/errors'
import { askProjects, type SiteChange, siteProjection } from '@rts/shared/facts/site-projection'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'

export type EndSite = (tx: Transaction, siteId: string, accountId: string) => Promise<void>
export type KnownSites = ReturnType<typeof createSites>

/** The sites of accounts, from facts. Each of `endings` runs in the transaction in which a site ends for good. */
export function createSites({ database, call }: { database: Database; call: RpcClient }, endings: readonly EndSite[]) {
  return siteProjection(database, askProjects(call), {
    async changed(tx, { id, accountId, state }: SiteChange) {
      if (state !== 'ended') return
      for (const end of endings) await end(tx, id, accountId)
    },
  })
}

type Held = { database: Database; sites: Pick<KnownSites, 'hold'> }

/** One transaction, during which the site cannot be deleted. Throws `not_found` for a deleted one. */
export function inSite<T>(
  { database, sites }: Held,
  siteId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (tx) => {
    if (!(await sites.hold(tx, siteId))) throw new AppError('not_found', 'No such site')
    return work(tx)
  })
}
