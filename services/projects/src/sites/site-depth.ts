import type { SiteDepthRow } from '@rts/shared/contract/rows/site'
import { invalidField } from '@rts/shared/errors'
import { depths } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { lockLimits } from '../accounts/accounts.ts'
import type { DepthTerms } from '../queue/queue.ts'
import { transact } from '../transact.ts'
import { lockSite, updateDepth } from './site-changes.sql.ts'
import { siteOf } from './site-list.ts'

type DepthDeps = { db: Database; terms: DepthTerms; depthOf(accountId: string): Promise<SiteDepthRow['maxDepth']> }
type Chosen = { depth: number | null; smart: boolean | null }

/** How deep the pages of a site are read: a setting of people alone. */
export function depthHandlers({ db, terms, depthOf }: DepthDeps) {
  const toRow = ({ depth, smart }: Chosen, maxDepth: SiteDepthRow['maxDepth']): SiteDepthRow => {
    const chosen = depths.find((each) => each === depth) ?? maxDepth
    return { depth: chosen > maxDepth ? maxDepth : chosen, maxDepth, smart: smart ?? terms.isSmart }
  }

  return {
    'siteDepth.get': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return { reading: toRow(site, await depthOf(site.accountId)) }
    },

    /** Throws `invalid_input` beyond the plan's depth. */
    'siteDepth.update': async ({ params, body, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return transact(db, async (tx) => {
        const { maxDepth } = await lockLimits(tx, terms.plans, site.accountId)
        if (body.depth !== undefined && body.depth > maxDepth)
          throw invalidField('depth', faults.tooDeep({ max: maxDepth }))
        const before = await lockSite(tx, site)
        const after = { depth: body.depth ?? before.depth, smart: body.smart ?? before.smart }
        await updateDepth(tx, site.id, after, after.depth !== before.depth)
        return { reading: toRow(after, maxDepth) }
      })
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
