import { referencePath } from '@rts/shared/contract/doors'
import type { UpstreamName } from '@rts/shared/contract/services'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { AdmissionSystem } from './admission/admission.ts'
import type { Config } from './config.ts'
import type { Grants } from './grants/grants.ts'
import type { Exchange } from './http/common/exchange.ts'
import { createBodyBudget } from './http/common/request-body.ts'
import type { RunOptions } from './http/common/run-steps.ts'
import { createConnectDoor } from './http/connect/door.ts'
import { metadataOf } from './http/connect/metadata.ts'
import { createDashboardDoor } from './http/dashboard/door.ts'
import { createDiscovery } from './http/discovery.ts'
import { createMcpDoor } from './http/mcp/door.ts'
import { createForward } from './http/rest/forward.ts'
import { createRestPipeline, giveBack } from './http/rest/pipeline.ts'
import { type createUpstreams, upstreamEntries } from './upstreams.ts'

type DoorParts = Pick<ServiceParts, 'clock' | 'logger' | 'sign'> & {
  upstreams: ReturnType<typeof createUpstreams>
  observe: RunOptions['observe']
  admission: AdmissionSystem
  grants: Grants
  useGuestKey(keyId: string): Promise<boolean>
}

/** The public endpoints, REST, agents and browsers, with one admission and one set of services. */
export function createDoors(parts: DoorParts, config: Config) {
  const { clock, logger, sign, observe, grants, useGuestKey } = parts
  const { services: upstreams, agents: agentUpstreams, visitors } = parts.upstreams
  const { store, queue: admission, minutes } = parts.admission
  const give = (exchange: Exchange) => giveBack({ store, logger }, exchange)
  const forward: Partial<Record<UpstreamName, (exchange: Exchange) => Promise<void>>> = {}
  for (const [owner, upstream] of upstreamEntries(upstreams))
    forward[owner] = createForward({ owner, upstream, sign, timeoutMs: config.UPSTREAM_TIMEOUT_MS, giveBack: give })
  const rest = createRestPipeline({
    admission,
    store,
    upstreams,
    forward,
    clock,
    logger,
    observe,
    reference: visitors && new URL(referencePath, config.PUBLIC_URL).href,
    budget: createBodyBudget(config.BODY_BUDGET_BYTES),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
  })
  const { resourceMetadata } = metadataOf(config.PUBLIC_URL)
  const agents = { upstreams: agentUpstreams, admission, minutes, useGuestKey, resourceMetadata, sign, logger, observe }
  const { mcp, connect } = createMcpDoor(agents, config)
  const dashboard = visitors && createDashboardDoor({ upstreams: visitors, sign, logger, clock, observe }, config)
  const oauth = { agents: connect, grants, minutes, logger, observe }
  // Consent is asked on the dashboard's page.
  const connecting = visitors ? createConnectDoor(oauth, config) : new Map()
  const installation = { publicUrl: config.PUBLIC_URL, connects: connecting.size > 0 }
  const discovery = agentUpstreams && createDiscovery(installation)
  return { rest, mcp, connect: connecting, dashboard, discovery }
}
