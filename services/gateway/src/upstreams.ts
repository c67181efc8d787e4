import type { Clock } from '@rts/shared/clock'
import type { ServiceName } from '@rts/shared/contract/operation'
import type { Config } from './config.ts'
import { watchPauses } from './http/common/pauses.ts'
import { createUpstream, type Upstream } from './http/common/upstream.ts'

export type Upstreams = Partial<Record<ServiceName, Upstream>>

/** Sockets to the agent endpoint for all callers without a key. */
const lobbySockets = 16

/** The services behind this gateway; agents without a key have places, sockets and a breaker of their own. */
export function createUpstreams(clock: Clock, config: Config) {
  const urls: Partial<Record<ServiceName, string | undefined>> = {
    projects: config.PROJECTS_URL,
    research: config.RESEARCH_URL,
    content: config.CONTENT_URL,
    dashboard: config.DASHBOARD_URL,
    mcp: config.MCP_URL,
  }
  const common = { maxInFlight: config.UPSTREAM_MAX_IN_FLIGHT, clock, pauses: watchPauses() }
  const entries = Object.entries(urls).flatMap(([name, url]) =>
    url ? [[name, createUpstream({ name, url, ...common })]] : [],
  )
  const services: Upstreams = Object.fromEntries(entries)
  const { mcp } = services
  const lobby = mcp && createUpstream({ ...common, name: mcp.name, url: mcp.url, maxSockets: lobbySockets })
  return { services, agents: mcp && lobby && { keyed: mcp, lobby } }
}

export function upstreamEntries(upstreams: Upstreams): [ServiceName, Upstream][] {
  // safe because the keys were written as service names above
  return Object.entries(upstreams) as [ServiceName, Upstream][]
}
