import { referencePath } from '@rts/shared/contract/doors'
import { events } from '@rts/shared/contract/events'
import type { UpstreamName } from '@rts/shared/contract/services'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { createAdmissionStore } from './admission/admissions.sql.ts'
import type { AgentMinuteStore } from './admission/agent-minutes.sql.ts'
import { createAgentMinutes } from './admission/agent-minutes.ts'
import { createAdmissionQueue } from './admission/queue.ts'
import type { Config } from './config.ts'
import type { GrantStore } from './grants/codes.ts'
import type { Exchange } from './http/common/exchange.ts'
import { requestsPerMinute, strikeLimit } from './http/common/limits.ts'
import { createGatewayMetrics } from './http/common/metrics.ts'
import { createBodyBudget } from './http/common/request-body.ts'
import { createConnectDoor } from './http/connect/door.ts'
import { metadataOf } from './http/connect/metadata.ts'
import { createDashboardDoor } from './http/dashboard/door.ts'
import { createDiscovery } from './http/discovery.ts'
import { createMcpDoor } from './http/mcp/door.ts'
import { createForward } from './http/rest/forward.ts'
import { createRestPipeline, giveBack } from './http/rest/pipeline.ts'
import { createUpstreams, upstreamEntries } from './upstreams.ts'

export type DoorDeps = {
  /** Connections for admission only. */
  admissionPool: ServiceParts['pool']
  callsPerDay: Record<string, number>
  minuteStore: AgentMinuteStore
  grants: GrantStore
  useGuestKey(keyId: string): Promise<boolean>
}

/** The public endpoints, REST, agents and browsers, with one admission and one set of services. */
export function createDoors(parts: ServiceParts, config: Config, deps: DoorDeps) {
  const { clock, logger, sign } = parts
  const { callsPerDay, useGuestKey } = deps
  const { services: upstreams, agents: agentUpstreams, visitors } = createUpstreams(clock, config)
  const { observe, onBatch } = createGatewayMetrics(parts.registry, Object.values(upstreams))
  const noticeConsumers = events['key.revoked'].consumers
  const limits = { callsPerDay, strikeLimit, requestsPerMinute, noticeConsumers }
  const store = createAdmissionStore(deps.admissionPool, limits)
  const patienceMs = config.ADMISSION_TIMEOUT_MS
  const admission = createAdmissionQueue(store, { patienceMs, onBatch })
  const give = (exchange: Exchange) => giveBack({ store, logger }, exchange)
  const forward: Partial<Record<UpstreamName, (exchange: Exchange) => Promise<void>>> = {}
  for (const [owner, upstream] of upstreamEntries(upstreams))
    forward[owner] = createForward({ owner, upstream, sign, timeoutMs: config.UPSTREAM_TIMEOUT_MS, giveBack: give })
  const rest = createRestPipeline({
    ...{ admission, store, upstreams, forward, clock, logger, observe },
    reference: visitors && new URL(referencePath, config.PUBLIC_URL).href,
    budget: createBodyBudget(config.BODY_BUDGET_BYTES),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
  })
  const minutes = createAgentMinutes(deps.minuteStore, { patienceMs })
  const { resourceMetadata } = metadataOf(config.PUBLIC_URL)
  const agents = { upstreams: agentUpstreams, admission, minutes, useGuestKey, resourceMetadata, sign, logger, observe }
  const { mcp, connect } = createMcpDoor(agents, config)
  const dashboard = visitors && createDashboardDoor({ upstreams: visitors, sign, logger, clock, observe }, config)
  const oauth = { agents: connect, grants: deps.grants, minutes, logger, observe }
  // Without a dashboard nobody could consent.
  const connecting = visitors ? createConnectDoor(oauth, config) : new Map()
  const installation = { publicUrl: config.PUBLIC_URL, connects: connecting.size > 0 }
  const discovery = agentUpstreams && createDiscovery(installation)
  return { rest, mcp, connect: connecting, dashboard, discovery }
}
