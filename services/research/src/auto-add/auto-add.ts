import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import { startLoop } from '@rts/shared/loops/loop'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { IdeasKind } from '../keywords/collecting-ideas.ts'
import { createAdding } from './adding.ts'
import { createPolicyStore } from './policies.sql.ts'
import { autoAddHandlers } from './policies.ts'
import { createProposalStore } from './proposals.sql.ts'
import { proposalHandlers } from './proposals.ts'
import { createProposing } from './proposing.ts'
import { autoAddRound } from './round.ts'

type Deps = { collects: Collects; sites: Sites; call: RpcClient; projects: ProjectReader; ideas: IdeasKind | null }

const pollMs = 60_000

/** Keywords that are proposed each Monday from what is saved of a site, and added by people or by its rule. */
export function createAutoAdd({ pool, clock, logger }: ServiceParts, { sites, call, ...saved }: Deps) {
  const policies = createPolicyStore(pool)
  const proposals = createProposalStore(pool)
  const add = createAdding({
    track: (accountId, id, body) => call('keywords.createBulk', { params: { id }, body }, systemCaller(accountId)),
    proposals,
  })
  const noteOf = async (accountId: string, id: string) =>
    (await call('sites.get', { params: { id } }, systemCaller(accountId))).project.autoAddPreference
  const propose = createProposing({ ...saved, noteOf, policies, proposals, add })
  return {
    handlers: {
      ...autoAddHandlers({ sites, policies, propose, clock }),
      ...proposalHandlers({ sites, proposals, add, clock }),
    },
    start: () =>
      startLoop({
        pollMs,
        onError: (error) => logger.warn({ err: error }, 'keywords could not be proposed'),
        round: () => autoAddRound({ sites, policies, proposals, propose, add }, clock.now()),
      }),
  }
}
