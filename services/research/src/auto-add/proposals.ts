import type { Clock } from '@rts/shared/clock'
import type { ProposalRow } from '@rts/shared/contract/rows/auto-add'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { pageOf } from '../lists.ts'
import type { Adding } from './adding.ts'
import type { ProposalStore, StoredProposal } from './proposals.sql.ts'

export type ProposalHandlerDeps = { sites: Sites; proposals: ProposalStore; add: Adding; clock: Clock }

/** What people see of proposed keywords, and what they decide. */
export function proposalHandlers({
  sites,
  proposals,
  add,
  clock,
}: ProposalHandlerDeps): Pick<ServiceHandlers<'research'>, 'proposals.list' | 'proposals.update'> {
  return {
    'proposals.list': async ({ params, query: { decided, ...paging }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const listed = await proposals.list(site.id, decided)
      return pageOf('proposals', paging, listed, {}, (part) => part.map(proposalRowOf))
    },

    'proposals.update': async ({ params, body: { ids, accept }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const by = call.caller.personId ?? ''
      if (!accept) return { changed: await proposals.refuse(site.id, ids, by, clock.now()), overLimit: 0 }
      const begun = await proposals.accept(site.id, ids, by, clock.now())
      const { added, left, refusal } = await add(site.accountId, begun)
      if (added === 0 && refusal) throw refusal
      return { changed: added, overLimit: left }
    },
  }
}

function proposalRowOf(row: StoredProposal): ProposalRow {
  const { id, phrase: keyword, country, language, volume, similarity, score, evidence, state, decidedBy } = row
  const times = { proposedAt: row.proposedAt.toISOString(), decidedAt: row.decidedAt?.toISOString() ?? null }
  return { id, keyword, country, language, volume, similarity, score, evidence, state, decidedBy, ...times }
}
