import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { HostOverrides } from '@rts/outside/guarded/overrides'
import { connectPath } from '@rts/shared/contract/doors'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { Database } from '@rts/shared/service/transaction'
import { personOf, requireManager } from '../accounts/accounts.ts'
import { admitAttempt, consentBuckets } from '../attempts/attempts.ts'
import { listMemberships } from '../people/people.ts'
import { consentHandlers } from './consents.ts'
import { createClientReader } from './providers/clients.ts'

type AssistantParts = {
  call: RpcClient
  pool: Database
  publicUrl: string
  overrides: HostOverrides
}

/** A person waits for the document. */
const limits = { connectMs: 2_000, headersMs: 4_000, totalMs: 5_000 }

/** Consent to clients of OAuth: their documents are read by the guarded fetcher, the gateway grants. */
export function createAssistants({ call, pool: database, publicUrl, overrides }: AssistantParts) {
  const fetcher = createGuardedFetcher({ userAgent: `RankTracker/1.0 (+${publicUrl})`, overrides, limits })
  const handlers = consentHandlers({
    issuer: publicUrl + connectPath,
    readClient: createClientReader(fetcher),
    admit: (personId) => admitAttempt(database, consentBuckets(personId)),
    async requireManager(caller) {
      const memberships = await listMemberships(database, personOf(caller))
      requireManager(memberships.find(({ accountId }) => accountId === caller.accountId)?.role ?? 'member')
    },
    requireSite: ({ accountId, plan, requestId }, id) =>
      call('sites.get', { params: { id } }, systemCaller(accountId, plan, requestId)),
    grant: async ({ accountId, personId = null, requestId }, projectId, { id, name }, { redirectUri, challenge }) => {
      const body = { accountId, projectId, client: { id, name }, redirectUri, challenge }
      return (await call('grants.create', { body }, { ...systemCaller(accountId, 'free', requestId), personId })).code
    },
  })
  return { handlers, background: { stop: () => fetcher.close() } }
}
