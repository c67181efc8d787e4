import type { ServiceName } from '@rts/shared/contract/services'
import { operationOf } from '@rts/shared/contract/table'
import type { AppError } from '@rts/shared/errors'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type Exchange, statusOf } from './exchange.ts'
import type { Upstream } from './upstream.ts'

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Labels name operations and outcomes, never keys or accounts. */
export function createGatewayMetrics(registry: Registry, upstreams: readonly Upstream[]) {
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], labelNames: L[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers })
  const requests = counter('gateway_requests_total', 'Answered requests', ['operation', 'status'])
  const latency = histogram(
    'gateway_request_seconds',
    'From the head of a request to the end of its answer',
    secondBuckets,
  )
  const admission = histogram('gateway_admission_seconds', 'One call of admission in the database', secondBuckets)
  const batch = histogram(
    'gateway_admission_batch',
    'Requests that one call of admission decides',
    [1, 2, 5, 10, 20, 50, 100, 200],
  )
  const upstreamHelp = 'From handing a request to a service until its answer was passed on'
  const upstreamSeconds = histogram('gateway_upstream_seconds', upstreamHelp, secondBuckets, ['upstream'])
  const denialHelp = 'Requests that the gateway itself refused, by the code of the problem'
  const denials = counter('gateway_denials_total', denialHelp, ['reason'])
  const strikes = counter('gateway_strikes_total', 'Calls of unlisted paths')
  const revocations = counter('gateway_revocations_total', 'Keys revoked by strikes')
  const nearLimit = counter('gateway_near_limit_total', 'Charged calls above 80% of the day')
  new Gauge({
    name: 'gateway_breaker_open',
    help: '1 while calls to a service are refused',
    labelNames: ['upstream'],
    registers,
    collect() {
      for (const upstream of upstreams) this.set({ upstream: upstream.name }, upstream.state() === 'closed' ? 0 : 1)
    },
  })
  const countDenial = ({ code, facts }: AppError) => {
    denials.inc({ reason: code })
    if (!facts.strikes) return
    strikes.inc()
    if (facts.strikes.count >= facts.strikes.limit) revocations.inc()
  }
  return {
    /** `refused`: the gateway's own error, instead of a service's answer. */
    observe(exchange: Exchange, ms: number, refused?: AppError): void {
      const { operation, door, allowance, charged, upstreamMs } = exchange
      const status = statusOf(exchange)
      requests.inc({ operation: operation ?? (door === 'rest' ? 'none' : door), status })
      latency.observe(ms / 1_000)
      if (upstreamMs !== undefined) upstreamSeconds.observe({ upstream: upstreamOf(exchange) }, upstreamMs / 1_000)
      if (refused) countDenial(refused)
      if (charged && allowance && allowance.used >= 0.8 * allowance.limit) nearLimit.inc()
    },
    onBatch(size: number, ms: number): void {
      batch.observe(size)
      admission.observe(ms / 1_000)
    },
  }
}

function upstreamOf({ operation, door }: Exchange): ServiceName {
  if (operation) return operationOf(operation).owner
  return door === 'dashboard' ? 'dashboard' : 'mcp'
}
