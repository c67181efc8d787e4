import type { Sites } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { startLoop } from '@rts/shared/loops/loop'
import type { Comparison } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import { type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Database } from '@rts/shared/service/transaction'
import { type Adding, createAdding } from './adding.ts'
import { policyHandlers, proposalHandlers } from './handlers.ts'
import { claimNext } from './policies.sql.ts'
import { stuckProposals } from './proposals.sql.ts'
import { createProposing, type Proposing } from './proposing.ts'
import type { Saved } from './rules/candidates.ts'

export { deletePolicy } from './policies.sql.ts'

type AutoAddDeps = {
  sites: Sites
  call: RpcClient
  projects: ProjectReader
  savedIdeas(site: KnownSite, comparison: Comparison): Promise<Saved['ideas']>
}

const pollMs = 60_000

/** Keywords proposed each Monday from saved data (`rules/choice.ts`), and added by people or by policy. */
export function createAutoAdd(parts: ServiceParts, { sites, call, projects, savedIdeas }: AutoAddDeps) {
  const { pool: database, clock, logger } = parts
  const add = createAdding({
    database,
    track: (accountId, id, body) => call('keywords.createBulk', { params: { id }, body }, systemCaller(accountId)),
  })
  const noteOf = async (accountId: string, id: string) =>
    (await call('sites.get', { params: { id } }, systemCaller(accountId))).project.autoAddPreference
  const propose = createProposing({ database, projects, savedIdeas, noteOf, add })
  return {
    handlers: {
      ...policyHandlers({ database, sites, propose, clock }),
      ...proposalHandlers({ database, sites, add, clock }),
    },
    start: () =>
      startLoop({
        pollMs,
        onError: (error) => logger.warn({ err: error }, 'keywords could not be proposed'),
        round: () => proposeNext({ database, sites, propose, add }, clock.now()),
      }),
  }
}

type MondayDeps = { database: Database; sites: Sites; propose: Proposing; add: Adding }

const stuckMs = 120_000

/** Handles one due site, else finishes an interrupted addition; false: nothing to do. */
async function proposeNext({ database, sites, propose, add }: MondayDeps, now: Date): Promise<boolean> {
  const due = await claimNext(database, now)
  if (due) {
    await propose(await sites.require(due.accountId, due.siteId), now)
    return true
  }
  const stuck = await stuckProposals(database, new Date(now.getTime() - stuckMs))
  if (stuck) await add(stuck.accountId, stuck.begun)
  return false
}
