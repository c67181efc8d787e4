import type { Sites } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { PolicyStore } from './policies.sql.ts'
import type { ProposalStore, StoredProposal } from './proposals.sql.ts'

type Deps = {
  sites: Sites
  policies: Pick<PolicyStore, 'claim'>
  proposals: Pick<ProposalStore, 'stuck'>
  propose(site: KnownSite, now: Date): Promise<unknown>
  add(accountId: string, begun: readonly StoredProposal[]): Promise<unknown>
}

const stuckMs = 120_000

/** Proposes keywords to one site whose Monday has come; else ends what another process began to add. True if there was such a site. */
export async function autoAddRound({ sites, policies, proposals, propose, add }: Deps, now: Date): Promise<boolean> {
  const due = await policies.claim(now)
  if (due) {
    await propose(await sites.require(due.accountId, due.siteId), now)
    return true
  }
  const stuck = await proposals.stuck(new Date(now.getTime() - stuckMs))
  if (stuck) await add(stuck.accountId, stuck.begun)
  return false
}
