import type { Clock } from '@rts/shared/clock'
import { type UpstreamName, upstreamNames, urlVariable } from '@rts/shared/contract/services'
import { AppError } from '@rts/shared/errors'
import type { Config } from './config.ts'
import { signInsAtOnce } from './http/common/limits.ts'
import { type Pauses, watchPauses } from './http/common/pauses.ts'
import { createUpstream, type Upstream } from './http/common/upstream.ts'

export type Upstreams = Partial<Record<UpstreamName, Upstream>>

/** Sockets to the mcp service for all callers without a key. */
const lobbySockets = 16

/** The services behind this gateway; agents without a key, browsers and sign-ins have their own places, sockets and breaker. */
export function createUpstreams(clock: Clock, config: Config) {
  const common = { maxInFlight: config.UPSTREAM_MAX_IN_FLIGHT, clock, pauses: watchPauses() }
  const entries = upstreamNames.flatMap((name) => {
    const url = config[urlVariable(name)]
    return url ? [[name, createUpstream({ name, url, ...common })]] : []
  })
  const services: Upstreams = Object.fromEntries(entries)
  const { mcp, dashboard } = services
  const lobby = mcp && createUpstream({ ...common, name: mcp.name, url: mcp.url, maxSockets: lobbySockets })
  const isDisabled = config.DISABLED_SERVICES.includes('dashboard')
  return {
    services,
    agents: mcp && lobby && { keyed: mcp, lobby },
    visitors: dashboard && !isDisabled ? visitorUpstreams(dashboard, common) : undefined,
  }
}

function visitorUpstreams({ name, url }: Upstream, common: { maxInFlight: number; clock: Clock; pauses: Pauses }) {
  const full = () =>
    new AppError('rate_limited', 'Too many people are signing in; try again in a moment', { retryAfterSeconds: 1 })
  const pages = createUpstream({ ...common, name, url })
  return { pages, signIn: createUpstream({ ...common, name, url, full, maxInFlight: signInsAtOnce }) }
}

export function upstreamEntries(upstreams: Upstreams): [UpstreamName, Upstream][] {
  // safe because the keys above are service names
  return Object.entries(upstreams) as [UpstreamName, Upstream][]
}
