import type { Clock } from '@rts/shared/clock'
import type { AutoAddPolicyRow, ProposalRow } from '@rts/shared/contract/rows/auto-add'
import { AppError } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { pageOf } from '../lists.ts'
import type { Adding } from './adding.ts'
import { type Policy, policyOf, storePolicy } from './policies.sql.ts'
import { beginAdding, listProposals, refuseOpen, requireProposals, type StoredProposal } from './proposals.sql.ts'
import type { Proposing } from './proposing.ts'
import { nextMonday } from './rules/week.ts'

type PolicyDeps = { database: Database; sites: Sites; propose: Proposing; clock: Clock }

export function policyHandlers({ database, sites, propose, clock }: PolicyDeps) {
  return {
    'autoAdd.get': async ({ params, ...call }) => {
      const { id } = await siteOf(sites, call, params.id)
      return { policy: policyRow(await policyOf(database, id, clock.now())) }
    },

    'autoAdd.update': async ({ params, body: { mode, perWeek }, ...call }) => {
      const { id } = await siteOf(sites, call, params.id)
      const now = clock.now()
      await storePolicy(database, id, { mode, perWeek, nextRunAt: mode === 'off' ? null : nextMonday(now) })
      return { policy: policyRow(await policyOf(database, id, now)) }
    },

    'autoAdd.run': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { mode } = await policyOf(database, site.id, clock.now())
      if (mode === 'off') throw new AppError('conflict', refusals.autoAddOff)
      return propose(site, clock.now())
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

function policyRow(policy: Policy): AutoAddPolicyRow {
  const { mode, perWeek, addedThisWeek, nextRunAt, lastRunAt, lastProposed, lastAdded, lastOverLimit } = policy
  const lastRun = lastRunAt && {
    at: lastRunAt.toISOString(),
    proposed: lastProposed ?? 0,
    added: lastAdded ?? 0,
    overLimit: lastOverLimit,
  }
  return { mode, perWeek, addedThisWeek, nextRunAt: nextRunAt?.toISOString() ?? null, lastRun }
}

type ProposalDeps = { database: Database; sites: Sites; add: Adding; clock: Clock }

export function proposalHandlers({ database, sites, add, clock }: ProposalDeps) {
  return {
    'proposals.list': async ({ params, query: { decided, ...paging }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const listed = await listProposals(database, site.id, decided)
      return pageOf('proposals', paging, listed, {}, (part) => part.map(proposalRow))
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

function proposalRow(row: StoredProposal): ProposalRow {
  const { id, phrase: keyword, country, language, volume, similarity, score, evidence, state, decidedBy } = row
  const times = { proposedAt: row.proposedAt.toISOString(), decidedAt: row.decidedAt?.toISOString() ?? null }
  return { id, keyword, country, language, volume, similarity, score, evidence, state, decidedBy, ...times }
}
