import type { Sites } from '@rts/shared/facts/site-of'
import type { Database } from '@rts/shared/service/transaction'
import type { Adding } from './adding.ts'
import { claimNext } from './policies.sql.ts'
import { stuckProposals } from './proposals.sql.ts'
import type { Proposing } from './proposing.ts'

type MondayDeps = { database: Database; sites: Sites; propose: Proposing; add: Adding }

const stuckMs = 120_000

/** Proposes keywords to one site whose Monday has come; without one ends an addition that another process began. True if there was a site. */
export async function proposeNext({ database, sites, propose, add }: MondayDeps, now: Date): Promise<boolean> {
  const due = await claimNext(database, now)
  if (due) {
    await propose(await sites.require(due.accountId, due.siteId), now)
    return true
  }
  const stuck = await stuckProposals(database, new Date(now.getTime() - stuckMs))
  if (stuck) await add(stuck.accountId, stuck.begun)
  return false
}
