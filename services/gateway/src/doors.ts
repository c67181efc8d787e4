import type { Clock } from '@rts/shared/clock'
import { referencePath } from '@rts/shared/contract/doors'
import { type UpstreamName, upstreamNames, urlVariable } from '@rts/shared/contract/services'
import { AppError } from '@rts/shared/errors'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { refusals } from '@rts/shared/texts/refusals'
import type { AdmissionSystem } from './admission/admission.ts'
import type { Config } from './config.ts'
import type { Grants } from './grants/grants.ts'
import { signInsAtOnce } from './http/common/limits.ts'
import { createBodyBudget } from './http/common/request-body.ts'
import type { RunOptions } from './http/common/run-steps.ts'
import { createUpstream, type Upstream, type UpstreamOptions, watchPauses } from './http/common/upstream.ts'
import { createConnectDoor } from './http/connect/door.ts'
import { metadataOf } from './http/connect/metadata.ts'
import { createDashboardDoor } from './http/dashboard/door.ts'
import { createMcpDoor } from './http/mcp/door.ts'
import { createRestPipeline } from './http/rest/pipeline.ts'
import { createDiscovery, type Doors } from './http/routes.ts'

type DoorParts = Pick<ServiceParts, 'clock' | 'logger' | 'sign'> & {
  upstreams: ReturnType<typeof createUpstreams>
  observe: RunOptions['observe']
  admission: AdmissionSystem
  grants: Grants
  useGuestKey(keyId: string): Promise<boolean>
}

const lobbySockets = 16

/** Agents without a key, browsers and sign-ins have their own places, sockets and breaker. */
export function createUpstreams(clock: Clock, config: Config) {
  const common = { maxInFlight: config.UPSTREAM_MAX_IN_FLIGHT, clock, pauses: watchPauses() }
  const services: Partial<Record<UpstreamName, Upstream>> = {}
  for (const name of upstreamNames) {
    const url = config[urlVariable(name)]
    if (url) services[name] = createUpstream({ ...common, name, url })
  }
  const { mcp, dashboard } = services
  const isDisabled = config.DISABLED_SERVICES.includes('dashboard')
  return {
    services,
    agents: mcp && {
      keyed: mcp,
      lobby: createUpstream({ ...common, name: mcp.name, url: mcp.url, maxSockets: lobbySockets }),
    },
    visitors: dashboard && !isDisabled ? visitorUpstreams(dashboard, common) : undefined,
  }
}

function visitorUpstreams({ name, url }: Upstream, common: Omit<UpstreamOptions, 'name' | 'url'>) {
  const full = () => new AppError('rate_limited', refusals.tooManySignIns, { retryAfterSeconds: 1 })
  const pages = createUpstream({ ...common, name, url })
  return { pages, signIn: createUpstream({ ...common, name, url, full, maxInFlight: signInsAtOnce }) }
}

/** The public endpoints, REST, agents and browsers, with one admission and one set of services. */
export function createDoors(parts: DoorParts, config: Config): Doors {
  const { clock, logger, sign, observe, grants, useGuestKey } = parts
  const { services, agents: agentUpstreams, visitors } = parts.upstreams
  const { store, queue: admission, minutes } = parts.admission
  const rest = createRestPipeline({
    admission,
    store,
    upstreams: Object.values(services),
    sign,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    clock,
    publicUrl: config.PUBLIC_URL,
    logger,
    observe,
    reference: visitors && new URL(referencePath, config.PUBLIC_URL).href,
    budget: createBodyBudget(config.BODY_BUDGET_BYTES),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
  })
  const { resourceMetadata } = metadataOf(config.PUBLIC_URL)
  const asked = { admission, minutes, useGuestKey, rightsOf: grants.rightsOf }
  const agents = { ...asked, upstreams: agentUpstreams, resourceMetadata, sign, logger, observe }
  const { mcp, connect } = createMcpDoor(agents, config)
  const dashboard = visitors && createDashboardDoor({ upstreams: visitors, sign, logger, clock, observe }, config)
  const oauth = { agents: connect, grants, minutes, logger, observe }
  const connecting = visitors ? createConnectDoor(oauth, config) : new Map()
  const installation = { publicUrl: config.PUBLIC_URL, connects: connecting.size > 0 }
  const discovery = agentUpstreams && createDiscovery(installation)
  return { rest, mcp, connect: connecting, dashboard, discovery }
}
