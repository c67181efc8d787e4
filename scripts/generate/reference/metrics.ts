import { readFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '@rts/shared/clock'
import { showWaitingFacts } from '@rts/shared/facts/figures'
import { createBuildInfo } from '@rts/shared/service/build-info'
import { createFailedCalls } from '@rts/shared/service/failed-calls'
import { showDatabase } from '@rts/shared/service/gauge'
import { createMetricsRegistry, showParts } from '@rts/shared/service/health'
import { createProviderCalls } from '@rts/shared/service/provider-calls'
import { showSpend } from '@rts/shared/spend/figures'
import { Pool } from 'pg'
import { parse } from 'yaml'
import { z } from 'zod'
import { createUnreadable, showOrders } from '../../../services/dashboard/src/billing/billing.ts'
import { createTryCounter, showDeliveries } from '../../../services/dashboard/src/webhooks/webhooks.ts'
import { showBackupAges } from '../../../services/gateway/src/backups/backups.ts'
import { createGatewayMetrics } from '../../../services/gateway/src/http/common/metrics.ts'
import { showFigures } from '../../../services/projects/src/rank-checks.ts'
import { code, page, table } from '../markdown.ts'

type Registry = ReturnType<typeof createMetricsRegistry>

/** Asked for nothing: figures are read only when somebody asks for them. */
const pool = new Pool()
const clock = systemClock
const logger = { info() {}, warn() {}, error() {} }

const owners: Record<string, (registry: Registry) => void> = {
  'every service': (registry) => {
    registry.removeSingleMetric('build_info')
    createBuildInfo(registry)
    showParts(registry, [])
    createFailedCalls(registry, logger, 'calls')
    createProviderCalls(registry, { clock, logger, thread: 'calls' })
  },
  'every service with a database': (registry) => {
    showDatabase({ registry, pool })
    showWaitingFacts({ registry, pool, disabledServices: [] })
  },
  'projects, research, content': (registry) =>
    showSpend({ registry, pool, clock }, { capability: 'serp', budgetUsd: undefined }),
  gateway: (registry) => {
    createGatewayMetrics(registry, [])
    showBackupAges(registry, pool)
  },
  projects: (registry) => showFigures({ registry, pool, clock }),
  dashboard: (registry) => {
    showOrders({ registry, pool, clock })
    createUnreadable(registry, logger)
    createTryCounter(registry)
    showDeliveries({ registry, pool, clock })
  },
}

const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const described = z.object({ name: z.string(), help: z.string(), type: z.string(), labelNames: z.array(z.string()) })

/** `docs/reference/metrics.md`. */
export function metricsPage(): string {
  const file = path.resolve(import.meta.dirname, '../../../deploy/observe/alarms.yml')
  const alarms = rules.parse(parse(readFileSync(file, 'utf8'))).groups.flatMap((group) => group.rules)
  return page('Metrics', 'what the services register, and deploy/observe/alarms.yml', [
    `Each replica serves \`/metrics\` in the format of Prometheus on port 9090 (\`ADMIN_PORT\`), which is never public. Every metric
has the label \`service\`. Node's own metrics (\`nodejs_…\`, \`process_…\`) stand beside these. A gauge that is counted in the
database shows the same figure on every replica: take the maximum, not the sum.`,
    ...[...metricsOf()].flatMap(([owner, metrics]) => [
      `## Of ${owner}`,
      table(
        ['metric', 'type', 'labels', 'meaning', 'alarms'],
        metrics.map((metric) => rowOf(metric, alarms)),
      ),
    ]),
  ])
}

export function metricNames(): string[] {
  return [...metricsOf().values()].flat().map(({ name }) => name)
}

/** The metrics of the services, by who shows them. */
export function metricsOf(): Map<string, z.output<typeof described>[]> {
  const entries = Object.entries(owners).map(([owner, register]) => {
    const registry = createMetricsRegistry('any')
    const before = new Set<unknown>(registry.getMetricsAsArray())
    register(registry)
    const own = registry.getMetricsAsArray().filter((metric) => !before.has(metric))
    return [owner, own.map((metric) => described.parse(metric))] as const
  })
  return new Map(entries)
}

function rowOf(
  { name, type, labelNames, help }: z.output<typeof described>,
  alarms: { alert: string; expr: string }[],
) {
  const named = new RegExp(`\\b${name}(_bucket|_sum|_count)?\\b`)
  const rung = alarms.filter(({ expr }) => named.test(expr)).map(({ alert }) => alert)
  return [code(name), type, labelNames.map(code).join(', '), help, rung.join(', ')]
}
