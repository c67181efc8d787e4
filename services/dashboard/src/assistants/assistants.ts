import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { HostOverrides } from '@rts/outside/guarded/overrides'
import { connectPath } from '@rts/shared/contract/doors'
import { type ConsentDeps, consentHandlers } from './consents.ts'
import { createDocumentReader, type ReadClient } from './providers/clients.ts'
import { createOwnClientReader } from './providers/own-clients.ts'

type AssistantParts = Pick<ConsentDeps, 'database' | 'call'> & { publicUrl: string; overrides: HostOverrides }

/** A person waits for the document. */
const limits = { connectMs: 2_000, headersMs: 4_000, totalMs: 5_000 }

/** Consent to clients of OAuth: their documents are read by the guarded fetcher, the gateway knows the others, and grants. */
export function createAssistants({ publicUrl, overrides, ...parts }: AssistantParts) {
  const fetcher = createGuardedFetcher({ userAgent: `RankTracker/1.0 (+${publicUrl})`, overrides, limits })
  const readDocument = createDocumentReader(fetcher)
  const readOwn = createOwnClientReader(parts.call)
  // An address is asked about itself; every other id was given by this system, or is none.
  const readClient: ReadClient = (id) => (/^https?:/i.test(id) ? readDocument(id) : readOwn(id))
  return {
    handlers: consentHandlers({ ...parts, readClient, issuer: publicUrl + connectPath }),
    background: { stop: () => fetcher.close() },
  }
}
