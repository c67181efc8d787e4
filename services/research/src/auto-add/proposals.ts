import type { Clock } from '@rts/shared/clock'
import type { ProposalRow } from '@rts/shared/contract/rows/auto-add'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { pageOf } from '../lists.ts'
import type { Adding } from './adding.ts'
import { beginAdding, listProposals, refuseOpen, requireProposals, type StoredProposal } from './proposals.sql.ts'

type ProposalDeps = { database: Database; sites: Sites; add: Adding; clock: Clock }

/** The proposed keywords of a site, and people's decisions. Proposals that are decided already are left out. */
export function proposalHandlers({ database, sites, add, clock }: ProposalDeps) {
  return {
    'proposals.list': async ({ params, query: { decided, ...paging }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const listed = await listProposals(database, site.id, decided)
      return pageOf('proposals', paging, listed, {}, (part) => part.map(toRow))
    },

    'proposals.update': async ({ params, body: { ids, accept }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const decision = { by: call.caller.personId ?? '', now: clock.now() }
      if (!accept) {
        const changed = await inTransaction(database, async (tx) => {
          await requireProposals(tx, site.id, ids)
          return refuseOpen(tx, site.id, ids, decision)
        })
        return { changed, overLimit: 0 }
      }
      const begun = await inTransaction(database, async (tx) => {
        await requireProposals(tx, site.id, ids)
        return beginAdding(tx, site.id, ids, decision)
      })
      const { added, left, refusal } = await add(site.accountId, begun)
      if (added === 0 && refusal) throw refusal
      return { changed: added, overLimit: left }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

function toRow(row: StoredProposal): ProposalRow {
  const { id, phrase: keyword, country, language, volume, similarity, score, evidence, state, decidedBy } = row
  const times = { proposedAt: row.proposedAt.toISOString(), decidedAt: row.decidedAt?.toISOString() ?? null }
  return { id, keyword, country, language, volume, similarity, score, evidence, state, decidedBy, ...times }
}
