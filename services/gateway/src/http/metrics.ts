import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Exchange } from './exchange.ts'
import type { Upstream } from './upstream.ts'

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What the gateway counts. Labels name operations and outcomes, never keys or accounts. */
export function createGatewayMetrics(registry: Registry, upstreams: readonly Upstream[]) {
  const registers = [registry]
  const requests = new Counter({
    name: 'gateway_requests_total',
    help: 'Answers',
    labelNames: ['operation', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Whole request',
    buckets: secondBuckets,
    registers,
  })
  const admission = new Histogram({
    name: 'gateway_admission_seconds',
    help: 'One admission call',
    buckets: secondBuckets,
    registers,
  })
  const batch = new Histogram({
    name: 'gateway_admission_batch',
    help: 'Requests a call',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  })
  const nearLimit = new Counter({
    name: 'gateway_near_limit_total',
    help: 'Charged calls above 80% of the day',
    registers,
  })
  new Gauge({
    name: 'gateway_breaker_open',
    help: '1 while calls to a service are refused',
    labelNames: ['upstream'],
    registers,
    collect() {
      for (const upstream of upstreams) this.set({ upstream: upstream.name }, upstream.state() === 'closed' ? 0 : 1)
    },
  })
  return {
    observe({ operation, door, res, allowance }: Exchange, ms: number): void {
      requests.inc({ operation: operation ?? (door === 'mcp' ? 'mcp' : 'none'), status: res.statusCode })
      latency.observe(ms / 1_000)
      if (allowance && allowance.limit > 0 && allowance.used >= 0.8 * allowance.limit) nearLimit.inc()
    },
    onBatch(size: number, ms: number): void {
      batch.observe(size)
      admission.observe(ms / 1_000)
    },
  }
}
